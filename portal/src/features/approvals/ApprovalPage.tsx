import type { Approval } from '@charter/sdk';
import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { ChannelPlanFacts } from '../channel-requests/ChannelPlanFacts.tsx';
import { factsOf } from '../questions/kinds.tsx';
import { PlanFacts } from '../requests/PlanFacts.tsx';
import { Conversation, MessageQuote } from './Conversation.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionResult } from './DecisionResult.tsx';
import { useDecisionRights } from './decision-rights.ts';
import { useOutcome } from './outcome.ts';
import {
  type Decision,
  useApproval,
  useApprovalPlan,
  useChannelApprovalPlan,
  useChannelPlanOf,
  useRequestPlan,
} from './queries.ts';
import { requestedName } from './requested-name.ts';
import { StageList } from './StageList.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const NO_CHANGES = {};

const useStyles = makeStyles({
  columns: { display: 'grid', gap: tokens.spacingHorizontalL, gridTemplateColumns: 'minmax(0, 1fr)' },
});

export function ApprovalPage() {
  const text = useMessages();
  const { approvalId } = useParams({ from: '/approvals/$approvalId' });
  const approval = useApproval(approvalId);
  return (
    <Page
      title={approval.data === undefined ? text('approval.title') : requestedName(approval.data)}
      actions={approval.data && <StatusBadge approval={approval.data} />}
    >
      <QueryView query={approval}>{(found) => <Story key={found.id} approval={found} />}</QueryView>
    </Page>
  );
}

/** A request: outcome, requester, team, stages, and the actions of the reader. */
function Story({ approval }: { approval: Approval }) {
  const styles = useStyles();
  const text = useMessages();
  const { team, channel, answers } = approval.request;
  const [decided, setDecided] = useState<Decision['kind']>();
  return (
    <div className={styles.columns}>
      {decided !== undefined && <DecisionResult approval={approval} kind={decided} />}
      <Outcome approval={approval} />
      <OpenQuestion approval={approval} />
      <Section title={text('approval.request')}>
        <Facts
          facts={[
            [text('approval.requester'), approval.requester.displayName],
            [text('approval.template'), approval.template.name],
            [text('channelRequest.channel'), channel?.name],
            [text('channels.type'), channel && text(`channels.type.${channel.membershipType}`)],
            [channel === undefined ? text('team.name') : text('channelRequest.team'), team.name],
            [text('team.description'), channel === undefined ? team.description : channel.description],
            [text('team.welcomeMessage'), team.welcomeMessage],
            [
              text('approval.created'),
              <FormattedDate
                key="created"
                value={approval.createdDateTime}
                dateStyle="long"
                timeStyle="short"
              />,
            ],
            [
              text('approval.expires'),
              approval.status === 'pending' && (
                <FormattedDate key="expires" value={approval.expiresDateTime} dateStyle="long" />
              ),
            ],
          ]}
        />
      </Section>
      {answers !== undefined && (
        <Section title={text('team.answers')}>
          <Facts facts={factsOf(answers)} />
        </Section>
      )}
      {channel === undefined ? <Planned approval={approval} /> : <PlannedChannel approval={approval} />}
      <Section title={text('approval.stages')}>
        <StageList approval={approval} />
      </Section>
      <Conversation approval={approval} />
      {approval.status === 'pending' && <DecisionBar approval={approval} onDecided={setDecided} />}
    </div>
  );
}

/** Shows the team as an approval would create it now, or only the plan of the request to people who can't decide. */
function Planned({ approval }: { approval: Approval }) {
  const text = useMessages();
  const { mayDecide } = useDecisionRights(approval);
  const present = useApprovalPlan(approval, NO_CHANGES, mayDecide);
  const planned = useRequestPlan(approval).data;
  const plan = (mayDecide ? present.data : undefined) ?? planned;
  if (plan === undefined || plan === null) return null;
  // Omits the verdict about the approval: the plan predates the decisions, which the stages show.
  const verdicts = (plan.verdicts ?? []).filter(({ policy }) => policy !== 'approval');
  return (
    <Section title={text(approval.status === 'pending' ? 'plan.title' : 'approval.planned')}>
      {mayDecide && present.error !== null && <Problem error={present.error} />}
      <PlanFacts plan={{ ...plan, verdicts }} />
    </Section>
  );
}

/** Shows the channel as an approval would create it now, or only the plan of the request to people who can't decide. */
function PlannedChannel({ approval }: { approval: Approval }) {
  const text = useMessages();
  const { mayDecide } = useDecisionRights(approval);
  const present = useChannelApprovalPlan(approval, NO_CHANGES, mayDecide);
  const planned = useChannelPlanOf(approval).data;
  const plan = (mayDecide ? present.data : undefined) ?? planned;
  if (plan === undefined || plan === null) return null;
  const verdicts = plan.verdicts.filter(({ policy }) => policy !== 'approval');
  const { answers: _, ...shown } = plan;
  return (
    <Section title={text(approval.status === 'pending' ? 'channelRequest.plan' : 'approval.planned')}>
      {mayDecide && present.error !== null && <Problem error={present.error} />}
      <ChannelPlanFacts plan={{ ...shown, verdicts }} />
    </Section>
  );
}

/** Says who waits for an answer, and until when. Shows nothing without an open question. */
function OpenQuestion({ approval }: { approval: Approval }) {
  const text = useMessages();
  const { formatDate } = useIntl();
  const { isRequester } = useDecisionRights(approval);
  const { question, requester } = approval;
  if (question === undefined) return null;
  return (
    <MessageBar intent="warning" layout="multiline" role="status">
      <MessageBarBody>
        {text(isRequester ? 'approval.question.mine' : 'approval.question.other', {
          name: question.asker.displayName,
          requester: requester.displayName,
          expires: formatDate(approval.expiresDateTime, { dateStyle: 'long' }),
        })}
        <MessageQuote message={question.message} />
      </MessageBarBody>
    </MessageBar>
  );
}

/** Shows how the request ended, by whom, and the message. Shows nothing while it is pending. */
function Outcome({ approval }: { approval: Approval }) {
  const outcome = useOutcome()(approval);
  if (outcome === undefined) return null;
  return (
    <MessageBar intent={approval.status === 'approved' ? 'success' : 'info'} layout="multiline" role="status">
      <MessageBarBody>{outcome}</MessageBarBody>
    </MessageBar>
  );
}
