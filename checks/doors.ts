// Holds imports against the table of doors (`rooms.ts`). Pure: texts and the table in, sentences out. Everything that
// the table does not list is a fault: a package, a built-in, another room, a folder that no row covers.
import { builtinModules } from 'node:module';
import path from 'node:path';
import { importsOf, type Import } from './imports.ts';
import { isTest, type Source } from './repository.ts';

/** What may be imported besides the own room. */
type Door = {
  /** Names of rows. */
  readonly rooms?: readonly string[];
  /** Packages with all their parts (`zod`), or one part only (`zod/mini`). */
  readonly packages?: readonly string[];
  /** Built-in modules, as written: `node:fs/promises`. */
  readonly node?: readonly string[];
};

export type Room = Door & {
  readonly name: string;
  /** The files of the room; `*` stands for anything but a slash. The first row that fits a file has it. */
  readonly holds: readonly string[];
  /** What its files may import of each other: all (the rule), only those of their own folder, or none. */
  readonly among?: 'all' | 'folder' | 'none';
  /** Whether it may load a module whose name is computed. */
  readonly computed?: boolean;
  /** What it may import on top by `import type` only. */
  readonly types?: Door;
  /** What its tests and stages may import on top. */
  readonly tests?: Door;
};

export type House = {
  readonly rooms: readonly Room[];
  /** What every test may import on top. */
  readonly tests: Door;
  /** Folders with a package.json of their own: the room `server/rules` is in the workspace `server`. */
  readonly workspaces: readonly string[];
};

/** The faults of one file's imports, each a sentence with its mend. */
export function doorFaults(source: Source, house: House): string[] {
  const room = roomOf(source.path, house);
  if (!room) {
    return [`${source.path} is in no room. Add a row or a pattern for it to checks/rooms.ts.`];
  }
  return importsOf(source).flatMap((seen) => {
    const fault = importFault(source.path, room, seen, house);
    return fault === undefined ? [] : [`${source.path}:${seen.line} ${fault}`];
  });
}

export function roomOf(file: string, house: House): Room | undefined {
  return house.rooms.find((room) => room.holds.some((pattern) => fits(pattern, file)));
}

function fits(pattern: string, file: string): boolean {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '[^/]*')}$`).test(file);
}

function importFault(file: string, room: Room, { specifier, isType }: Import, house: House) {
  const types = isType && room.types ? [room.types] : [];
  const doors = [...doorsOf(file, room, house), ...types];
  if (specifier === undefined) {
    return room.computed ? undefined : 'imports a computed name. Write the name out.';
  }
  if (specifier.startsWith('node:')) {
    if (doors.some((door) => door.node?.includes(specifier))) return undefined;
    return `imports ${specifier}, which ${room.name} may not. ${mend}`;
  }
  if (builtinModules.includes(specifier)) return `imports ${specifier}. Write node:${specifier}.`;
  const target = targetOf(file, specifier, house);
  if (target === undefined) {
    const isOpen = (entry: string) => specifier === entry || specifier.startsWith(`${entry}/`);
    if (doors.some((door) => door.packages?.some(isOpen))) return undefined;
    return `imports the package ${specifier}, which ${room.name} may not. ${mend}`;
  }
  return pathFault(file, specifier, target, house) ?? roomFault(file, room, target, doors, house);
}

const mend = 'Take another way, or open the door in checks/rooms.ts and say why.';

function doorsOf(file: string, room: Room, house: House): Door[] {
  return isTest(file) ? [room, room.tests ?? {}, house.tests] : [room];
}

/** The file of the repository that is meant, or undefined for a package from outside. */
function targetOf(file: string, specifier: string, house: House): string | undefined {
  const [name = ''] = specifier.split('?');
  if (/^\.{0,2}\//.test(name)) return path.posix.join(path.posix.dirname(file), name);
  const own = house.workspaces.find((workspace) => name.startsWith(`@inaam/${workspace}/`));
  return own === undefined ? undefined : name.slice('@inaam/'.length);
}

/** Faults of how a file is named, whoever may import it. */
function pathFault(file: string, specifier: string, target: string, house: House) {
  const workspaceOf = (of: string) => house.workspaces.find((name) => of.startsWith(`${name}/`));
  if (specifier.startsWith('/')) return `imports ${specifier}. Write a relative path.`;
  if (!/\.[a-z]+$/.test(target)) return `imports ${specifier} without the file's ending. Add it.`;
  const isNear = workspaceOf(file) === workspaceOf(target);
  if (isNear && !specifier.startsWith('.')) {
    return `imports its own workspace as ${specifier}. Write a relative path.`;
  }
  if (!isNear && specifier.startsWith('.')) {
    return `leaves its workspace by ${specifier}. Write @inaam/${target}.`;
  }
  if (isTest(target) && !isTest(file))
    return `imports the test file ${target}. Move what it needs.`;
  return undefined;
}

function roomFault(
  file: string,
  room: Room,
  target: string,
  doors: readonly Door[],
  house: House,
): string | undefined {
  const other = roomOf(target, house);
  if (!other) return `imports ${target}, which is in no room. Add it to checks/rooms.ts.`;
  if (other !== room) {
    if (doors.some((door) => door.rooms?.includes(other.name))) return undefined;
    return `imports ${target}: ${room.name} may not import ${other.name}. ${mend}`;
  }
  if (room.among === undefined || room.among === 'all') return undefined;
  const isFolderMate = path.posix.dirname(file) === path.posix.dirname(target);
  if (room.among === 'folder' ? isFolderMate : isTest(file)) return undefined;
  return `imports ${target}: what is in ${room.name} never imports another of its kind. Put what both need into a room below.`;
}
