import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a configuration with this `http` block into the folder. @returns nginx's arguments that use it */
export function writeNginxConfig(folder: string, http: string): string[] {
  const file = path.join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; pid ${folder}/pid; error_log stderr; ${user} worker_processes auto;`;
  writeFileSync(file, `${main} events {} http { access_log off; ${temporary.join(' ')}\n${http}\n}`);
  return ['-c', file, '-e', 'stderr'];
}
