import type { TeamSummary } from '@charter/sdk';
import { Body1Strong, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { loadWithMessages } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { focusOtherRow } from '../../components/focus-other-row.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { useTeamActions } from '../teams/queries.ts';

const ChangeDialog = lazy(() =>
  loadWithMessages(async () => ({ default: (await import('../teams/ChangeDialog.tsx')).ChangeDialog })),
);

const useStyles = makeStyles({
  team: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  words: {
    display: 'grid',
    flex: '1 1 220px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  renew: { minHeight: '44px', minWidth: 'auto' },
});

const CAUSES = { end: 'ends', renewal: 'due', inactivity: 'then' } as const;

/** Unused teams that the person can renew, each with the consequence of not renewing it. */
export function RenewalList({ teams }: { teams: readonly TeamSummary[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={stack.list} ref={list}>
      {teams.map((team) => (
        <li key={team.id} className={styles.team} data-row={team.id}>
          <Renewal team={team} onRenewed={() => focusOtherRow(list.current, team.id)} />
        </li>
      ))}
    </ul>
  );
}

function Renewal({ team, onRenewed }: { team: TeamSummary; onRenewed: () => void }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const { renew } = useTeamActions(team);
  const { displayName: name, expiresDateTime: expires, expiryAction = 'None' } = team;
  const cause = CAUSES[team.lifecycleCause ?? 'inactivity'];
  const last = new Date(team.lastActivityDateTime);
  // A callback of `mutate` would be lost, because the refreshed list no longer has this row.
  const send = () =>
    void renew.mutateAsync().then(
      () => {
        notify(text('lifecycle.renewedNow', { name }));
        onRenewed();
      },
      () => undefined,
    );
  return (
    <>
      <div className={stack.line}>
        <Link to="/teams/$teamId/lifecycle" params={{ teamId: team.id }} className={styles.words}>
          <Body1Strong>{name}</Body1Strong>
          <Caption1>
            {expires === undefined
              ? text('renewal.unused', { last })
              : text(`renewal.${cause}.${expiryAction}`, { last, expires: new Date(expires) })}
          </Caption1>
        </Link>
        <div className={styles.buttons}>
          {team.lifecycleCause !== 'end' && (
            <Button
              className={styles.renew}
              aria-label={text('renewal.label', { name })}
              disabled={renew.isPending}
              onClick={send}
            >
              {text('renewal.renew')}
            </Button>
          )}
          {(['archive', 'delete'] as const).map((change) => (
            <Button
              key={change}
              className={styles.renew}
              appearance="subtle"
              aria-label={text(`renewal.${change}`, { name })}
              onClick={() =>
                openDialog((close) => (
                  <Suspense>
                    <ChangeDialog isOnList team={team} change={change} onClose={close} />
                  </Suspense>
                ))
              }
            >
              {text(`renewal.do.${change}`)}
            </Button>
          ))}
        </div>
      </div>
      {renew.error !== null && <Problem error={renew.error} />}
    </>
  );
}
