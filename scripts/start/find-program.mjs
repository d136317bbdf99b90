import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string[]} names tried in their order
 * @returns {string | undefined} the first of them that is found on PATH
 */
export function findProgram(names) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  for (const name of names)
    for (const folder of folders)
      for (const ending of endings) {
        const file = path.resolve(folder, name + ending);
        if (isProgram(file)) return file;
      }
  return undefined;
}

/**
 * @param {string} file
 * @returns {boolean} whether it is a file that may be run
 */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
