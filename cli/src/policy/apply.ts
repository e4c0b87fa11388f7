import type { CharterClient, Policy, PolicyUpdate } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { type PolicyFile, readPolicies } from './policy-file.ts';

interface Applied {
  outcome: 'created' | 'updated' | 'unchanged';
  policy: Policy;
}

async function findByName(client: CharterClient, { name, kind }: PolicyFile): Promise<Policy | undefined> {
  const found: Policy[] = [];
  for await (const policy of client.policies.list({ kind })) if (policy.name === name) found.push(policy);
  if (found.length < 2) return found[0];
  throw usage(
    `${found.length} policies of the kind ${kind} have the name '${name}'. Add the id of one of them to the file.`,
  );
}

/** The file is complete: each field or setting that it omits is reset to its default. */
function updateOf(present: Policy, { id: _, settings: wanted, ...file }: PolicyFile): PolicyUpdate {
  const settings = wanted ?? {};
  const given = Object.entries(file).filter(([, value]) => value !== null);
  const left = Object.keys(present.settings).filter((name) => !Object.hasOwn(settings, name));
  return {
    description: null,
    enabled: true,
    scope: { type: 'tenant' },
    ...Object.fromEntries(given),
    settings: { ...Object.fromEntries(left.map((name) => [name, null])), ...settings },
  };
}

async function applyOne(client: CharterClient, file: PolicyFile): Promise<Applied> {
  const present =
    file.id === undefined ? await findByName(client, file) : await client.policies.getPolicy(file.id);
  if (present === undefined) {
    const { id: _, ...payload } = file;
    return {
      outcome: 'created',
      policy: await client.policies.createPolicy(payload, { idempotencyKey: true }),
    };
  }
  const ifMatch = `"${present.version}"`;
  const policy = await client.policies.updatePolicy(present.id, updateOf(present, file), { ifMatch });
  return { outcome: policy.version === present.version ? 'unchanged' : 'updated', policy };
}

export function define(command: Command): void {
  apiCommand(command, 'charter policy apply ./policies.json')
    .argument('<file>', 'file with one policy or a list: YAML when it ends in .yaml or .yml, else JSON')
    .addHelpText(
      'after',
      '\nA policy is matched by its id, or else by its kind and name. Without a match, it is created.',
    )
    .action(async (path: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const results: Applied[] = [];
      for (const file of await readPolicies(path)) {
        const applied = await applyOne(client, file);
        results.push(applied);
        const { id, kind, name } = applied.policy;
        if (!output.json) output.result(applied, `${applied.outcome.padEnd(9)}  ${id}  ${kind}  ${name}`);
      }
      if (output.json) output.result(results, '');
    });
}
