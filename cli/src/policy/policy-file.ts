import type { PolicyPayload } from '@charter/sdk';
import { usage } from '../exit-codes.ts';
import { readText } from '../values.ts';

/** A policy in a file. The output of `charter policy get --json` is valid too. */
export type PolicyFile = PolicyPayload & { id?: string };

/** Read-only fields, which a file may contain. */
const READ_ONLY = ['@odata.context', 'version', 'createdDateTime', 'lastModifiedDateTime'];

function toPolicy(path: string, value: unknown): PolicyFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usage(`${path} must contain a policy or a list of policies, each an object.`);
  }
  const { name, kind } = value as Partial<PolicyFile>;
  if (typeof name !== 'string' || typeof kind !== 'string') {
    throw usage(`Each policy in ${path} needs at least a name and a kind.`);
  }
  const given = Object.entries(value).filter(([field]) => !READ_ONLY.includes(field));
  return Object.fromEntries(given) as PolicyFile;
}

async function parse(path: string, text: string): Promise<unknown> {
  const isYaml = /\.ya?ml$/i.test(path);
  try {
    return isYaml ? (await import('yaml')).parse(text) : JSON.parse(text);
  } catch (error) {
    throw usage(`${path} is not valid ${isYaml ? 'YAML' : 'JSON'}: ${(error as Error).message}`);
  }
}

/** Compares policies by id if both have one, or else by kind and name. */
const isSame = (one: PolicyFile, other: PolicyFile): boolean =>
  one.id !== undefined && other.id !== undefined
    ? one.id === other.id
    : one.kind === other.kind && one.name === other.name;

/** @throws CommandFailure (wrong usage) when the file is invalid or contains a policy twice */
export async function readPolicies(path: string): Promise<PolicyFile[]> {
  const value = await parse(path, await readText(path));
  const policies = (Array.isArray(value) ? value : [value]).map((item) => toPolicy(path, item));
  const twice = policies.find((one, index) => policies.slice(0, index).some((other) => isSame(one, other)));
  if (twice === undefined) return policies;
  const called = twice.id === undefined ? '' : ` with the id ${twice.id}`;
  throw usage(
    `${path} names the ${twice.kind} policy '${twice.name}'${called} twice. Remove one of them. No policy was written.`,
  );
}
