import type { AuditTrail } from '@charter/sdk';
import { Body1, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { CopyField } from '../../components/CopyField.tsx';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useChainHead } from './queries.ts';

const useStyles = makeStyles({
  steps: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXL,
  },
  toggle: { justifySelf: 'start', alignSelf: 'start', minHeight: '44px' },
});

/** The head of the trail's chain, for comparison with an export or a checkpoint, and the commands that verify it. */
export function ChainState({ trail }: { trail: AuditTrail }) {
  const text = useMessages();
  const end = useChainHead(trail.code);
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
      <Verification trail={trail} />
    </Section>
  );
}

/** The commands that verify the trail outside of the service, which can't prove the integrity of its own database. */
function Verification({ trail: { code, tenantId } }: { trail: AuditTrail }) {
  const styles = useStyles();
  const text = useMessages();
  const [isOpen, setOpen] = useState(false);
  const folder = './audit-checkpoints';
  const steps = [
    [text('audit.verify.keys'), 'charter audit keys > audit-keys.json'],
    [text('audit.verify.export'), `charter audit export --trail ${code} --out ${code}.ndjson`],
    [
      text('audit.verify.run'),
      `charter audit verify ${code}.ndjson --trail ${code} --checkpoints ${folder} --public-key audit-keys.json`,
    ],
  ] as const;
  return (
    <>
      <Body1>{text('audit.verify')}</Body1>
      <Button
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls="audit-verification"
        onClick={() => setOpen(!isOpen)}
      >
        {text('audit.verify.how')}
      </Button>
      <div id="audit-verification" hidden={!isOpen}>
        <Body1 as="p" block>
          {text('audit.verify.where', { tenant: tenantId })}
        </Body1>
        <ol className={styles.steps}>
          {steps.map(([label, command]) => (
            <li key={command}>
              <CopyField label={label} value={command} />
            </li>
          ))}
        </ol>
        <Body1 as="p" block>
          {text('audit.verify.result')}
        </Body1>
      </div>
    </>
  );
}
