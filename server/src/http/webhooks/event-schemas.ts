/** The values of `X-Charter-Event`, with the schemas of their payloads (docs/specification.md, section 11). */
import Type from 'typebox';
import { TEST_EVENT } from '../../domain/webhooks/model.ts';
import { type MessageDefinition, payloadSchema } from '../../engine/events/define-event.ts';
import { EVENTS } from '../../flows/definitions.ts';
import { provisioningStep } from '../../flows/provisioning/own-steps.ts';
import { Open } from '../../kernel/schema.ts';

const TEST: MessageDefinition = {
  code: TEST_EVENT,
  description: 'A test message, sent by testHook.',
  schema: payloadSchema({ hook: Open({ id: Type.String(), name: Type.String() }) }),
};

export const MESSAGES: readonly MessageDefinition[] = [...EVENTS, TEST, provisioningStep];

/** Returns a payload's schema as plain JSON Schema, without the symbols of TypeBox. */
export const jsonSchemaOf = ({ schema }: MessageDefinition): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
