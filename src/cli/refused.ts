/** Explains errors of the operating system, such as a full disk. */

import { messageOf, textOfValue } from '../schema/json-value.js';

/** Each text is a reason and a remedy, separated by "; ". */
const REASONS_AND_REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device; free some space, or name another folder',
  EDQUOT: 'disk quota exceeded; free some space, or name another folder',
  EFBIG:
    'the file exceeds the file size limit; raise the limit (ulimit -f), or name another folder',
  EACCES: 'permission denied; correct the permissions, or name another place',
  EPERM: 'operation not permitted; correct the permissions, or name another place',
  EROFS: 'the file system is read-only; name another folder',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'part of the path is a file; name another folder',
  EEXIST: 'a file with this name exists; remove it, or name another',
  ENOENT: 'it does not exist; create it, or name another',
  ENAMETOOLONG: 'the name is too long; use a shorter one',
  ELOOP: 'its symbolic links form a loop; name another path',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
  EADDRINUSE: 'the port is in use; name another --port, or leave it out',
  EADDRNOTAVAIL: 'the address does not belong to this machine; name another',
};

/** Returns the reason why a folder or file could not be written, without a remedy. */
export function reasonOf(error: unknown, what: 'folder' | 'file'): string {
  const code = error instanceof Error && 'code' in error ? textOfValue(error.code) : '';
  // The parent of a folder is created before the folder. ENOENT therefore means that the file
  // system (such as /proc) does not allow new folders.
  if (code === 'ENOENT' && what === 'folder')
    return 'the file system does not allow new folders (ENOENT)';
  const [reason = ''] = (REASONS_AND_REMEDIES[code] ?? '').split('; ');
  if (reason !== '') return `${reason} (${code})`;
  return messageOf(error);
}

/**
 * Explains an error of the operating system in one line: the file or port, the reason and the
 * remedy. Returns undefined for an error without a known remedy.
 */
export function refusedByMachine(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const reasonAndRemedy = REASONS_AND_REMEDIES[textOfValue(error.code)];
  if (reasonAndRemedy === undefined) return undefined;
  const { path, dest, port } = error as { path?: unknown; dest?: unknown; port?: unknown };
  const file = [path, dest].find((one): one is string => typeof one === 'string');
  const subject = port === undefined ? (file ?? 'A file') : `Port ${textOfValue(port)}`;
  return `${subject} cannot be used: ${reasonAndRemedy} (${textOfValue(error.code)}).`;
}
