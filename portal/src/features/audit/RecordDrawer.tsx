import type { AuditTrailRecord } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { useRecordName, useTargetName } from '../../components/code-names.ts';
import { DetailsDrawer } from '../../components/DetailsDrawer.tsx';
import { useErasedTexts } from '../../components/erased-texts.ts';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';

export function RecordDrawer({ record, onClose }: { record: AuditTrailRecord; onClose: () => void }) {
  const text = useMessages();
  const recordName = useRecordName();
  const targetName = useTargetName();
  const shown = useErasedTexts();
  const {
    id,
    time,
    type,
    actor,
    target,
    requestId,
    outcome,
    sequence,
    hash,
    sealed: _,
    ...fields
  } = shown(record);
  return (
    <DetailsDrawer title={recordName(type)} onClose={onClose}>
      <Facts
        facts={[
          [text('audit.time'), <Moment key="time" value={time} />],
          [text('audit.outcome'), text(`audit.outcome.${outcome}`)],
          [text('audit.actor'), `${actor.displayName} (${actor.kind}, ${actor.id})`],
          [text('audit.target'), `${targetName(target)} (${target.type}, ${target.id})`],
          [text('audit.requestId'), requestId],
          [text('audit.type'), <code key="type">{type}</code>],
          [text('audit.recordId'), id],
          [text('audit.place'), sequence],
          [text('audit.hash'), <code key="hash">{hash}</code>],
        ]}
      />
      <CodeBlock label={text('audit.fields')} text={JSON.stringify(fields, null, 2)} />
    </DetailsDrawer>
  );
}
