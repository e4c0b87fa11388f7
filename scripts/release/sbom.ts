/** The software bill of materials of a release, in CycloneDX (https://cyclonedx.org/docs/1.5/json/). */
import { createHash } from 'node:crypto';
import { runNpm } from '../../runtime/npm.mjs';
import type { ShippedPackage } from '../packages/notices.ts';
import type { Source } from './source.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  /** Package URL: name and version in a registry. */
  purl?: string;
  /** SPDX ids. */
  licenses?: object[];
}

interface Bom {
  serialNumber: string;
  metadata: { timestamp: string; component: Component & { type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns a UUID (version 8, RFC 9562) derived from the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = '8';
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const byRef = (one: { ref: string }, other: { ref: string }): number => (one.ref < other.ref ? -1 : 1);

/**
 * Returns the bill of materials: the output of `npm sbom` for package-lock.json, without packages that the release does
 * not contain, such as the build tools of the portal.
 * @throws Error when it lacks a package that the release contains
 */
export async function describeMaterials(
  version: string,
  { commit, time }: Source,
  shipped: readonly ShippedPackage[],
): Promise<string> {
  const { code, output } = await runNpm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    // npm omits development dependencies when NODE_ENV is `production`, which the build of the portal sets. The release
    // contains some of them.
    '--include=dev',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new Error(`npm sbom failed:\n${output}`);
  const bom = JSON.parse(output) as Bom;
  const wanted = new Set(shipped.map(({ name, version: each }) => `${name}@${each}`));
  const components = bom.components.filter(
    (component) => wanted.has(`${component.name}@${component.version}`) || isOurs(component),
  );
  const refs = new Set(components.map((component) => component['bom-ref']));
  const missing = [...wanted].filter((name) => !refs.has(name));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`);
  const product = `charter@${version}`;
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === product || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)).sort() }));
  // The product is not in the public registry, where its name belongs to another package.
  const { purl: _, ...own } = bom.metadata.component;
  return `${JSON.stringify(
    {
      ...bom,
      serialNumber: `urn:uuid:${uuidOf(`${product} ${commit}`)}`,
      metadata: {
        ...bom.metadata,
        timestamp: new Date(time * 1000).toISOString(),
        // npm names it after the folder of the checkout.
        component: { ...own, type: 'application', name: 'charter', 'bom-ref': product },
      },
      components: components.sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
      dependencies: dependencies.sort(byRef),
    },
    null,
    2,
  )}\n`;
}

/** Returns whether the component is a workspace of the repository. */
const isOurs = (component: Component): boolean => component['bom-ref'].startsWith('@charter/');
