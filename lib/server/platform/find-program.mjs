import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the first of these programs on PATH, without a shell; ignores relative entries of PATH.
 * @param {string[]} names in order of preference; an absolute path is used unchanged
 * @param {string} [searchPath]
 * @returns {string | undefined}
 */
export function findProgram(names, searchPath = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names
    .flatMap((name) =>
      folders.flatMap((folder) => endings.map((ending) => path.resolve(folder, name + ending))),
    )
    .find(isProgram);
}

/**
 * @param {string} file
 * @returns {boolean} true if it is a file that may be run
 */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
