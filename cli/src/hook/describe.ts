import type { Hook, HookDelivery } from '@charter/sdk';
import type { Output } from '../output.ts';

const stateOf = ({ active, disabledReason, failingSince }: Hook): string => {
  if (!active) return disabledReason === undefined ? 'off' : `off (${disabledReason})`;
  return failingSince === undefined ? 'on' : `on, failing since ${failingSince}`;
};

/** Masks the query of the URL, because it may contain keys. `--json` prints the URL unchanged. */
const maskedUrl = ({ config }: Hook): string => config.url.replace(/\?.*/s, '?***');

export function showHook(output: Output, hook: Hook): void {
  output.fields(hook, {
    id: hook.id,
    name: hook.name,
    description: hook.description,
    state: stateOf(hook),
    url: maskedUrl(hook),
    events: hook.events.join(', '),
    templates: hook.filter.templates.join(', ') || 'all',
    scope: hook.scope === 'tenant' ? 'events of the whole tenant' : 'events that concern its creator',
    creator: hook.creator.displayName,
    created: hook.createdDateTime,
    secret: hook.config.secret,
  });
}

/** The note that commands print after a new secret. */
export const KEEP_SECRET = 'Keep the secret: it is not shown again.';

export function showHooks(output: Output, hooks: readonly Hook[]): void {
  output.table(hooks, [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'STATE', value: stateOf },
    { heading: 'URL', value: maskedUrl },
    {
      heading: 'EVENTS',
      value: ({ events }) => (events.length > 2 ? `${events.length} events` : events.join(', ')),
    },
    { heading: 'CREATOR', value: ({ creator }) => creator.displayName },
  ]);
}

const latest = ({ attempts }: HookDelivery): string => {
  const attempt = attempts.at(-1);
  return attempt === undefined ? '' : (attempt.error ?? `${attempt.status}`);
};

export function showDeliveries(output: Output, deliveries: readonly HookDelivery[]): void {
  output.table(deliveries, [
    { heading: 'ID', value: ({ id }) => id },
    { heading: 'EVENT', value: ({ event }) => event },
    { heading: 'STATUS', value: ({ status }) => status },
    { heading: 'CREATED', value: ({ createdDateTime }) => createdDateTime },
    { heading: 'NEXT', value: ({ nextAttemptDateTime }) => nextAttemptDateTime },
    { heading: 'LATEST', value: latest },
  ]);
}

export function showDelivery(output: Output, delivery: HookDelivery): void {
  if (output.json) {
    output.result(delivery, '');
    return;
  }
  output.fields(delivery, {
    id: delivery.id,
    event: delivery.event,
    status: delivery.status,
    created: delivery.createdDateTime,
    next: delivery.nextAttemptDateTime,
    completed: delivery.completedDateTime,
  });
  output.table(delivery.attempts, [
    { heading: 'TIME', value: ({ time }) => time },
    { heading: 'STATUS', value: ({ status }) => status },
    { heading: 'MS', value: ({ durationMilliseconds }) => durationMilliseconds },
    { heading: 'ERROR', value: ({ error }) => error },
    { heading: 'ANSWER', value: ({ response }) => response?.slice(0, 60) },
  ]);
}
