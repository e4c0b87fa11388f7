import { EVENTS } from '../../flows/definitions.ts';
import { route } from '../route.ts';
import { jsonSchemaOf } from './event-schemas.ts';
import { HooksEvents } from './schemas.ts';

const CATALOGUE = EVENTS.map((event) => ({
  code: event.code,
  category: event.category,
  description: event.description,
  schema: jsonSchemaOf(event),
}));

export const getHooksEventsRoute = route(
  {
    summary: 'List the events that webhooks can subscribe to',
    collection: HooksEvents,
    description: 'Each with the JSON Schema of its payload.',
  },
  async () => ({ items: CATALOGUE }),
);
