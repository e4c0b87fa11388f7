/** What may be in `X-Charter-Event`, with the schema of each payload (docs/specification.md, 11). */
import Type from 'typebox';
import { TEST_EVENT } from '../../domain/webhooks/model.ts';
import { type MessageDefinition, payloadSchema } from '../../engine/events/define-event.ts';
import { EVENTS } from '../../flows/definitions.ts';
import { Open } from '../../kernel/schema.ts';

const TEST: MessageDefinition = {
  code: TEST_EVENT,
  description: 'A test, which testHook sends.',
  schema: payloadSchema({ hook: Open({ id: Type.String(), name: Type.String() }) }),
};

export const MESSAGES: readonly MessageDefinition[] = [...EVENTS, TEST];

/** A schema as plain JSON Schema: what TypeBox keeps beside it stays out. */
export const jsonSchemaOf = ({ schema }: MessageDefinition): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
