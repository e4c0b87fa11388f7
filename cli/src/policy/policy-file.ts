import type { PolicyPayload } from '@charter/sdk';
import { usage } from '../api-command.ts';
import { readText } from '../values.ts';

/** A policy as a file has it: what `charter policy get --json` writes serves as well. */
export type PolicyFile = PolicyPayload & { id?: string };

/** What the service says of a policy, which a file may hold and nobody sets. */
const ITS_OWN = ['@odata.context', 'version', 'createdDateTime', 'lastModifiedDateTime'];

function toPolicy(path: string, value: unknown): PolicyFile {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usage(`${path} must hold a policy, or a list of policies, each an object.`);
  }
  const { name, kind } = value as Partial<PolicyFile>;
  if (typeof name !== 'string' || typeof kind !== 'string') {
    throw usage(`Each policy in ${path} needs at least a name and a kind.`);
  }
  const given = Object.entries(value).filter(([field]) => !ITS_OWN.includes(field));
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

/** Whether both are the same policy: by their ids, or else by kind and name. */
const areOne = (one: PolicyFile, other: PolicyFile): boolean =>
  one.id !== undefined && other.id !== undefined
    ? one.id === other.id
    : one.kind === other.kind && one.name === other.name;

/** @throws CommandFailure (wrong usage) naming the file, also when it names a policy twice */
export async function readPolicies(path: string): Promise<PolicyFile[]> {
  const value = await parse(path, await readText(path));
  const policies = (Array.isArray(value) ? value : [value]).map((item) => toPolicy(path, item));
  const twice = policies.find((one, index) => policies.slice(0, index).some((other) => areOne(one, other)));
  if (twice === undefined) return policies;
  const called = twice.id === undefined ? '' : ` with the id ${twice.id}`;
  throw usage(
    `${path} names the ${twice.kind} policy '${twice.name}'${called} twice. Say each once; nothing was written.`,
  );
}
