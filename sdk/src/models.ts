/** The models of the API, and other names for some of them. */
import type { TeamUpdate, User1 } from './methods.ts';
import type { webhooks } from './schema.ts';

export type * from './methods.ts';

/** The published API calls this model User. */
export type User = User1;

/** Body of updateTeam: any subset of the fields of a team. */
export type TeamPatch = TeamUpdate;

/** Code of a webhook event, as in the header `X-Charter-Event`. */
export type WebhookEvent = keyof webhooks;

/** Body of a webhook message for this event. */
export type WebhookPayload<Event extends WebhookEvent = WebhookEvent> =
  webhooks[Event]['post']['requestBody']['content']['application/json'];
