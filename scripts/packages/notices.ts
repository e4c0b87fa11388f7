/** The third-party notices: licences and copyright notices of the packages that a distributed file contains. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file with the notices, in a package and in a release. */
export const NOTICES = 'THIRD-PARTY-LICENSES.txt';

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Fields of a package's manifest that a notice repeats. */
interface Manifest {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  author?: string | { name: string };
}

/** A package that a distributed file contains. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** Text of the notice, with name, version and licence in its first line. */
  notice: string;
}

/** Text of the MIT licence (https://spdx.org/licenses/MIT.html), for packages that name it without a file. */
const mitLicence = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const PACKAGE = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/g;

/**
 * Returns the folder of the package that contains the file: the innermost package folder with a manifest. Some packages
 * contain parts of other packages without their manifests.
 */
const packageOf = (file: string): string | undefined =>
  [...file.matchAll(PACKAGE)]
    .map(({ index, 0: part }) => file.slice(0, index + part.length))
    .findLast((folder) => existsSync(join(folder, 'package.json')));

/** Returns the folders of the third-party packages that contain the files. */
export const packagesOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => packageOf(file) ?? [])),
];

/**
 * Returns the package in the folder, with its licence and, as the Apache licence requires, its NOTICE file.
 * @throws Error when the package has no text of a licence, and its manifest does not name MIT
 */
export async function readShippedPackage(folder: string): Promise<ShippedPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, author } = manifest;
  const entries = (await readdir(folder)).sort();
  const files = [/^(licen[cs]e|copying)/i, /^notice/i].flatMap((pattern, index) => {
    const found = entries.filter((entry) => pattern.test(entry) && !/\.(js|json)$/.test(entry));
    return index === 0 ? found.slice(0, 1) : found;
  });
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0 && license !== 'MIT') throw new Error(`${name} has no file with its licence.`);
  const holder = (typeof author === 'object' ? author.name : author) ?? `the authors of ${name}`;
  const body = texts.length === 0 ? [mitLicence(holder)] : texts;
  const notice = `${name} ${version} (${license})\n\n${body.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n')}\n`;
  return { name, version, notice };
}

/** Returns each name and version once, sorted by name. */
const distinctPackages = (packages: readonly ShippedPackage[]): ShippedPackage[] =>
  [...new Map(packages.map((each) => [`${each.name}@${each.version}`, each]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each);

/** Returns the text of the file with the notices. `what` is the subject of its first sentence. */
export const noticesOf = (what: string, packages: readonly ShippedPackage[]): string =>
  `${what} contains the following packages.\n\n${distinctPackages(packages)
    .map(({ notice }) => notice)
    .join(RULE)}`;
