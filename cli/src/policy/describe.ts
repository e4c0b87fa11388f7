import type { Policy, PolicyScope } from '@charter/sdk';
import type { Output } from '../output.ts';

/** Returns the teams of the scope, such as `teams from project with class = secret or open, external = true`. */
export function scopeText({ type, templateIds = [], answers = {} }: PolicyScope): string {
  if (type === 'teams') return 'teams it is attached to';
  const conditions = Object.entries(answers).map(([id, values]) => `${id} = ${values.join(' or ')}`);
  const some = conditions.length === 0 ? '' : ` with ${conditions.join(', ')}`;
  if (type === 'templates') return `teams from ${templateIds.join(', ')}${some}`;
  return some === '' ? 'all teams' : `teams${some}`;
}

/** Maximum number of shown items of a list setting. */
const SHOWN = 20;

function settingText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const rest = value.length > SHOWN ? ` and ${value.length - SHOWN} more` : '';
  return `${value.slice(0, SHOWN).join(', ')}${rest}`;
}

export function showPolicy(output: Output, policy: Policy): void {
  const settings = Object.entries(policy.settings).map(([name, value]) => [name, settingText(value)]);
  output.fields(policy, {
    Id: policy.id,
    Name: policy.name,
    Description: policy.description,
    Kind: policy.kind,
    On: policy.enabled ? 'yes' : 'no',
    Mode: policy.mode,
    For: scopeText(policy.scope),
    ...Object.fromEntries(settings),
    Version: policy.version,
    Changed: policy.lastModifiedDateTime,
  });
}
