import type { DirectoryTeam } from '@charter/sdk';
import { Body1, Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useJoinActions } from '../join-requests/queries.ts';
import { useDirectoryTeam } from './queries.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalM, justifyItems: 'start', maxWidth: '640px' },
  field: { width: '100%' },
  button: { minHeight: '44px' },
});

const MAX_CHARACTERS = 500;

/** A team of the directory, and the person's request to join it. */
export function DirectoryTeamPage() {
  const text = useMessages();
  const { teamId } = useParams({ from: '/directory/$teamId' });
  const team = useDirectoryTeam(teamId);
  return (
    <Page
      title={team.data?.displayName ?? text('directory.team')}
      parent={{ to: '/directory', label: text('directory.title') }}
    >
      <QueryView query={team}>
        {(found) => (
          <>
            <Section title={text('directory.about')}>
              <Facts
                facts={[
                  [text('team.description'), found.description],
                  [text('team.owners'), found.owners.map(({ displayName }) => displayName).join(', ')],
                  [text('team.visibility'), text(`visibility.${found.visibility}`)],
                  ...found.answers.map((answer) => [answer.title, answer.text] as const),
                ]}
              />
            </Section>
            <Section title={text('directory.join')}>
              <Joining team={found} />
            </Section>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Joining({ team }: { team: DirectoryTeam }) {
  const text = useMessages();
  if (team.role !== undefined)
    return (
      <Body1>
        {text('directory.member')}{' '}
        <Link to="/teams/$teamId" params={{ teamId: team.id }}>
          {text('directory.open')}
        </Link>
      </Body1>
    );
  return team.joinRequest === undefined ? (
    <AskForm team={team} />
  ) : (
    <Asked team={team} request={team.joinRequest} />
  );
}

function AskForm({ team: { id, displayName } }: { team: DirectoryTeam }) {
  const styles = useStyles();
  const text = useMessages();
  const { ask } = useJoinActions();
  const [message, setMessage] = useState('');
  const asking = useMutation({
    mutationFn: () => ask(id, message),
    onSuccess: () => notify(text('directory.done', { team: displayName })),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!asking.isPending) asking.mutate();
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <Field className={styles.field} label={text('directory.message')} hint={text('directory.messageHint')}>
        <Textarea
          value={message}
          maxLength={MAX_CHARACTERS}
          onChange={(_event, { value }) => setMessage(value)}
        />
      </Field>
      {asking.error !== null && <Problem error={asking.error} />}
      <Button
        className={styles.button}
        appearance="primary"
        type="submit"
        disabledFocusable={asking.isPending}
      >
        {text('directory.ask')}
      </Button>
    </form>
  );
}

interface AskedProps {
  team: DirectoryTeam;
  request: NonNullable<DirectoryTeam['joinRequest']>;
}

function Asked({ team: { displayName }, request: { id, expiresDateTime } }: AskedProps) {
  const styles = useStyles();
  const text = useMessages();
  const { withdraw } = useJoinActions();
  const withdrawing = useMutation({
    mutationFn: () => withdraw(id),
    onSuccess: () => notify(text('joinRequest.done.withdraw', { team: displayName })),
  });
  return (
    <div className={styles.form}>
      <Body1>{text('directory.waits', { expires: new Date(expiresDateTime) })}</Body1>
      {withdrawing.error !== null && <Problem error={withdrawing.error} />}
      <Button
        className={styles.button}
        disabledFocusable={withdrawing.isPending}
        onClick={() => withdrawing.mutate()}
      >
        {text('joinRequest.withdraw')}
      </Button>
    </div>
  );
}
