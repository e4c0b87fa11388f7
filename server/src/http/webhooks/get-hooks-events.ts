import { EVENT_CATALOG } from '../../domain/webhooks/event-catalog.ts';
import { EVENT_TYPES } from '../../engine/events/model.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { jsonSchemaOf } from './event-schemas.ts';
import { HooksEvents } from './schemas.ts';

const EVENTS = EVENT_TYPES.map((code) => ({ code, ...EVENT_CATALOG[code], schema: jsonSchemaOf(code) }));

export const getHooksEventsRoute = route(
  {
    summary: 'List the events that webhooks can subscribe to',
    response: refTo(HooksEvents),
    description: 'Each with the JSON Schema of its payload.',
  },
  async (_deps, { baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#hooks/events`,
      '@odata.count': EVENTS.length,
      value: EVENTS,
    },
  }),
);
