import type { TeamLifecycle, TeamSummary } from '@charter/sdk';
import { Body1, Button, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useRuleFacts } from '../lifecycle/rule-facts.tsx';
import { useTeamPermissions } from './permissions.ts';
import { useLifecycle, useTeamActions } from './queries.ts';

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    justifyItems: 'start',
  },
});

/** The lifecycle state of a team, the next step, and the renewal that the mail asks for. */
export function LifecycleSection({ team }: { team: TeamSummary }) {
  const text = useMessages();
  const lifecycle = useLifecycle(team.id);
  return (
    <Section title={text('teamPage.section.lifecycle')}>
      <QueryView query={lifecycle}>{(found) => <State team={team} lifecycle={found} />}</QueryView>
    </Section>
  );
}

const dateOf = (value: string | undefined) =>
  value !== undefined && <FormattedDate key={value} value={value} dateStyle="long" />;

function State({ team, lifecycle }: { team: TeamSummary; lifecycle: TeamLifecycle }) {
  const styles = useStyles();
  const text = useMessages();
  const { canWrite } = useTeamPermissions(team);
  const { renew } = useTeamActions(team);
  const { state, cause, rules, nextStep, action = rules?.action } = lifecycle;
  const { end, renewal, inactivity } = useRuleFacts(rules);
  if (state === 'none') return <Body1>{text('lifecycle.none')}</Body1>;
  return (
    <div className={styles.content}>
      {state === 'inactive' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {cause === 'end' || cause === 'renewal'
              ? text(`lifecycle.asked.${cause}`, { action: text(`lifecycle.action.${action ?? 'None'}`) })
              : text(`lifecycle.asked.${action ?? 'None'}`)}
          </MessageBarBody>
        </MessageBar>
      )}
      <Facts
        facts={[
          [text('teams.state'), text(`lifecycle.state.${state}`)],
          [text('teams.activity'), dateOf(lifecycle.lastActivityDateTime)],
          end,
          renewal,
          [text('lifecycle.renewed'), dateOf(lifecycle.renewedDateTime)],
          [text('lifecycle.askedOn'), dateOf(lifecycle.askedDateTime)],
          [text('lifecycle.expires'), dateOf(lifecycle.expiresDateTime)],
          [text('lifecycle.next'), nextStep !== undefined && text(`lifecycle.step.${nextStep}`)],
          [text('lifecycle.nextOn'), dateOf(lifecycle.nextDateTime)],
          [text('lifecycle.rules'), inactivity],
        ]}
      />
      {renew.error !== null && <Problem error={renew.error} />}
      {canWrite && rules !== undefined && cause !== 'end' && (
        <Button
          appearance="primary"
          disabledFocusable={renew.isPending}
          onClick={() =>
            renew.mutate(undefined, {
              onSuccess: () => notify(text('lifecycle.renewedNow', { name: team.displayName })),
            })
          }
        >
          {text('lifecycle.renew')}
        </Button>
      )}
    </div>
  );
}
