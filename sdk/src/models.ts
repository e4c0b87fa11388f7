/** The models of the interface, by their names in it, and what this client calls otherwise. */
import type { TeamUpdate, User1 } from './methods.ts';
import type { webhooks } from './schema.ts';

export type * from './methods.ts';

/** The published interface calls a user so. */
export type User = User1;

/** What updateTeam takes: any part of a team. */
export type TeamPatch = TeamUpdate;

/** Code of an event that a webhook is told of, as `X-Charter-Event` has it. */
export type WebhookEvent = keyof webhooks;

/** What a webhook is told of an event. */
export type WebhookPayload<Event extends WebhookEvent = WebhookEvent> =
  webhooks[Event]['post']['requestBody']['content']['application/json'];
