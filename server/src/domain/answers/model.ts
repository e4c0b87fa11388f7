/** Answers to the questions of a template, as plans, approvals and teams show them. */
import Type, { type Static } from 'typebox';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { QUESTION_TYPES } from '../questions/kinds.ts';

export const ShownAnswer = Type.Object(
  {
    id: Type.String({ description: 'Id of the question, and name of the answer in `metadata`' }),
    title: Type.String({ description: 'The question' }),
    type: OneOf(QUESTION_TYPES),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
      description: 'A date as YYYY-MM-DD; a person and a group by id',
    }),
    text: Type.String({ description: 'The answer as text. For a person or a group, the name' }),
  },
  { $id: 'ShownAnswer' },
);
export type ShownAnswer = Static<typeof ShownAnswer>;

const MAX_METADATA_BYTES = 16 * 1024;

/** @throws InvalidRequest at `metadata` */
export function assertMetadataFits(metadata: unknown): void {
  if (metadata === undefined || Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES) return;
  throw invalidField(
    'metadata',
    say('provisioning.metadataLarge', 'The metadata exceeds {size} KiB of JSON. Send less.', {
      size: MAX_METADATA_BYTES / 1024,
    }),
    'TooLarge',
  );
}
