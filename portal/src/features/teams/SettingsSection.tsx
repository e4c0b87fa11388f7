import type { Team, TeamSummary } from '@charter/sdk';
import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, DismissRegular } from '@fluentui/react-icons';
import { useMessages } from '../../base/messages.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { TEAM_SWITCHES } from '../../components/team-settings.ts';
import { useTeamSettings } from './queries.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingVerticalS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  setting: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0 },
});

function isSettingOn(team: Team, setting: (typeof TEAM_SWITCHES)[number]): boolean {
  const [group, field] = setting.split('.') as ['memberSettings', keyof Team['memberSettings']];
  return team[group][field];
}

export function SettingsSection({ team }: { team: TeamSummary }) {
  const styles = useStyles();
  const text = useMessages();
  const settings = useTeamSettings(team);
  return (
    <Section title={text('settings.title')}>
      <QueryView query={settings}>
        {(found) => (
          <ul className={styles.list}>
            {TEAM_SWITCHES.map((setting) => {
              const isOn = isSettingOn(found, setting);
              const Icon = isOn ? CheckmarkRegular : DismissRegular;
              return (
                <li key={setting} className={styles.setting}>
                  <Icon aria-hidden className={styles.icon} />
                  <Body1>
                    {text(setting)} ({text(isOn ? 'settings.on' : 'settings.off')})
                  </Body1>
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
