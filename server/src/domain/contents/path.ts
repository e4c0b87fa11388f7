/**
 * The rule for paths of files and folders in a channel. Source: Microsoft, "Restrictions and limitations in OneDrive and
 * SharePoint". Every suite has the same rule, so that a template works with all of them.
 */
import { type Message, say } from '../../kernel/messages.ts';

/** Maximum lengths in characters, and maximum number of names. */
interface PathLimits {
  path: number;
  name: number;
  depth: number;
}

/**
 * Limits of new items. SharePoint allows 400 characters for the whole path of a file. The rest is for the site, the
 * library and the channel's folder.
 */
const NEW_ITEM: PathLimits = { path: 250, name: 128, depth: 20 };

/** Limits of items that exist: people may give them longer names. */
const STORED_ITEM: PathLimits = { path: 400, name: 400, depth: 200 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: names must not contain them
const FORBIDDEN = /[\u0000-\u001f\u007f"*:<>?\\|]/;

const RESERVED = /^(\.lock|con|prn|aux|nul|com[0-9]|lpt[0-9]|desktop\.ini)$|_vti_|^~\$/i;

function findNameFault(name: string, most: number): Message | undefined {
  if (name === '' || name === '.' || name === '..') {
    return say('contents.pathSegment', "Write the path as names with one '/' between them, without . and ..");
  }
  if (name !== name.trim() || name.endsWith('.')) {
    return say('contents.nameEnds', "'{name}' must not begin or end with a space, or end with a period.", {
      name,
    });
  }
  if (FORBIDDEN.test(name)) {
    return say('contents.nameCharacters', "'{name}' must have none of the characters {characters}", {
      name,
      characters: '" * : < > ? \\ |',
    });
  }
  if (RESERVED.test(name)) {
    return say('contents.nameReserved', "SharePoint reserves the name '{name}'. Choose another one.", {
      name,
    });
  }
  if ([...name].length > most) {
    return say('contents.nameLength', "'{name}' is longer than {most} characters. Shorten it.", {
      name,
      most,
    });
  }
  return undefined;
}

/** Returns a sentence that says what is wrong with the path of a new item and what to do; undefined for a valid path. */
export function findPathFault(path: string): Message | undefined {
  const fault = findFault(path, NEW_ITEM);
  if (fault !== undefined) return fault;
  // Source: "Address resources in a drive on OneDrive". Items that Charter did not create may have such names.
  const tilde = path.split('/').find((name) => name.startsWith('~'));
  if (tilde === undefined) return undefined;
  return say('contents.nameReserved', "SharePoint reserves the name '{name}'. Choose another one.", {
    name: tilde,
  });
}

/** Returns a sentence that says why no item of SharePoint can have the path; undefined for a possible path. */
export const findStoredPathFault = (path: string): Message | undefined => findFault(path, STORED_ITEM);

function findFault(path: string, limits: PathLimits): Message | undefined {
  const names = path.split('/');
  if (path.length > limits.path || names.length > limits.depth) {
    return say(
      'contents.pathLength',
      'Is longer than {most} characters, or deeper than {depth} folders. Shorten it.',
      { most: limits.path, depth: limits.depth },
    );
  }
  for (const name of names) {
    const fault = findNameFault(name, limits.name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The key by which paths are compared: SharePoint ignores case. */
export const pathKey = (path: string): string => path.normalize('NFC').toLowerCase();

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the extension of the name in lower case, without the period; `''` for a name without one. */
export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** Returns the path of the containing folder; `''` for an item directly in the channel's folder. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Returns the paths of the containing folders, the outermost first. */
export function parentsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
