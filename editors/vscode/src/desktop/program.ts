/** Which `ishi` program is run, and whether it will do. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that can be run, or what is wrong and what to do about it. */
export type Program = { path: string } | { problem: string };

const NAME = process.platform === 'win32' ? 'ishi.exe' : 'ishi';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How long a program may take to print its version. In a busy editor the time may be over before the answer is read. */
const VERSION_MS = 30_000;

/** Returns the version that `ishi --version` prints, or null if the program is not `ishi`. */
function versionOf(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: VERSION_MS, windowsHide: true }, (error, stdout) => {
      resolve(error ? null : (/^ishi (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null));
    });
  });
}

/** Whether a version is older than another, both of three numbers. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  for (const [index, number] of (other ?? []).entries()) {
    const difference = (own?.[index] ?? 0) - number;
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}

/**
 * Finds the program: the one that the user names, or the one inside the extension, or one on the PATH. Only the one
 * inside is known to be of the right version, so any other is asked.
 *
 * @param named the setting `ishi.server.path`, empty where it is not set
 * @param folder the folder of the extension
 * @param needed the oldest version that will do
 */
export async function findProgram(named: string, folder: string, needed: string): Promise<Program> {
  const inside = join(folder, 'bin', NAME);
  if (named === '' && isExecutable(inside)) {
    return { path: inside };
  }
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => entry !== '');
  const path = named === '' ? onPath.map((entry) => join(entry, NAME)).find(isExecutable) : named;
  if (path === undefined) {
    return {
      problem:
        'The language server is missing: there is no ishi inside the extension for this platform, and none on the PATH. ' +
        'Install it (cargo install ishi) or name it in the setting ishi.server.path.',
    };
  }
  if (!isExecutable(path)) {
    return { problem: `The setting ishi.server.path names ${path}, and there is no program to run.` };
  }
  const version = await versionOf(path);
  if (version === null) {
    return { problem: `${path} does not answer like ishi when it is asked for its version.` };
  }
  if (isOlder(version, needed)) {
    return { problem: `${path} is version ${version}, which is too old: this extension needs ${needed} or later.` };
  }
  return { path };
}

/** The output of a program. */
export interface Printed {
  output: Buffer;
  /** The lines on standard error. */
  notes: string[];
}

/** How long an animation of a thousand moves takes on a slow machine, and more. */
const PATIENCE_MS = 120_000;

/** More than anything that `ishi` prints. */
const MAX_BYTES = 1 << 29;

/** Runs `ishi` with an input. Throws an error with the reason where it fails. */
export function run(path: string, args: string[], input: string | Uint8Array): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const limits = { encoding: 'buffer', maxBuffer: MAX_BYTES, timeout: PATIENCE_MS, windowsHide: true } as const;
    const child = execFile(path, args, limits, (error, output, errors) => {
      const notes = errors.toString().split('\n').filter((line) => line !== '');
      if (error === null) {
        resolve({ output, notes });
      } else {
        const problem = notes.find((line) => line.startsWith('error: ')) ?? notes[0] ?? error.message;
        reject(new Error(problem.replace(/^(?:error|note): (?:(?:<stdin>|stdin|-): ?)?/, '')));
      }
    });
    // A program that ends before it has read everything has said why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
