import type { Approval } from '@charter/sdk';
import { Badge, Body1, Body1Strong, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Moment } from '../../components/Moment.tsx';
import { PLAIN_LIST } from '../../components/stack.ts';
import { MessageQuote } from './Conversation.tsx';

type Stage = Approval['stages'][number];
type Decision = NonNullable<Approval['decisions']>[number];

const useStyles = makeStyles({
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalM },
  stage: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalXS },
  decision: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', overflowWrap: 'anywhere' },
  people: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The stages in order, with their approvers, decisions and delegations. */
export function StageList({ approval }: { approval: Approval }) {
  const styles = useStyles();
  const text = useMessages();
  if (approval.stages.length === 0) return <Body1>{text('approval.noStages')}</Body1>;
  return (
    <ol className={styles.list}>
      {approval.stages.map((stage, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stage is identified by its position
        <li key={position} className={styles.stage}>
          <StageOf
            stage={stage}
            position={position}
            isCurrent={isCurrent(approval, position)}
            decisions={(approval.decisions ?? []).filter((decision) => decision.stage === position)}
          />
        </li>
      ))}
    </ol>
  );
}

const isCurrent = ({ status, stage }: Approval, position: number): boolean =>
  status === 'pending' && stage === position;

interface StageOfProps {
  stage: Stage;
  position: number;
  isCurrent: boolean;
  decisions: readonly Decision[];
}

function StageOf({ stage, position, isCurrent, decisions }: StageOfProps) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <>
      <Body1Strong>
        {text('stage.title', { number: position + 1 })}
        {isCurrent && ` · ${text('stage.current')}`}
      </Body1Strong>
      <Body1>
        {text(stage.approvers.length === 1 ? 'stage.require.one' : `stage.require.${stage.require}`)}
      </Body1>
      <div className={styles.people}>
        {stage.approvers.map(({ id, displayName }) => {
          const hasApproved = decisions.some(
            ({ outcome, decider }) => outcome === 'approved' && decider.id === id,
          );
          return (
            <Badge key={id} appearance="outline" size="large" color={hasApproved ? 'success' : 'informative'}>
              {displayName}
            </Badge>
          );
        })}
      </div>
      {decisions
        .filter(({ outcome }) => outcome !== 'delegated')
        .map(({ outcome, decider, message, decidedDateTime }) => (
          <div key={decidedDateTime} className={styles.decision}>
            <Body1>
              {text(`stage.decision.${outcome as 'approved'}`, { name: decider.displayName })}
              {' · '}
              <Moment value={decidedDateTime} />
            </Body1>
            <MessageQuote message={message} />
          </div>
        ))}
      {stage.delegations.map(({ from, to }) => {
        const said = decisions.find(
          ({ outcome, decider }) => outcome === 'delegated' && decider.id === from.id,
        );
        return (
          <div key={`${from.id} ${to.id}`} className={styles.decision}>
            <Body1>{text('stage.delegated', { from: from.displayName, to: to.displayName })}</Body1>
            <MessageQuote message={said?.message} />
          </div>
        );
      })}
    </>
  );
}
