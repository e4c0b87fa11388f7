import type { AuditTrail } from '@charter/sdk';
import { Caption1 } from '@fluentui/react-components';
import { useMessages } from '../../app/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useChainEnd } from './queries.ts';

/** The end of the trail's chain, to compare with an export or a checkpoint. */
export function ChainState({ trail }: { trail: AuditTrail }) {
  const text = useMessages();
  const end = useChainEnd(trail.code);
  const { retentionDays } = trail;
  return (
    <Section title={text('audit.chain')}>
      <QueryView query={end}>
        {({ last, count }) => (
          <Facts
            facts={[
              [text('audit.kept'), text('audit.count', { count })],
              [
                text('audit.retention'),
                retentionDays === undefined
                  ? text('audit.forever')
                  : text('audit.days', { count: retentionDays }),
              ],
              [
                text('audit.last'),
                last && (
                  <>
                    {text('audit.sequence', { sequence: last.sequence })} · <Moment value={last.time} />
                  </>
                ),
              ],
              [text('audit.hash'), last && <code key="hash">{last.hash}</code>],
            ]}
          />
        )}
      </QueryView>
      <Caption1>{text('audit.verify')}</Caption1>
    </Section>
  );
}
