import { Body1, Field, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { type NotificationSettings, useNotificationSettings, useUpdateMailSetting } from './queries.ts';

const useStyles = makeStyles({
  kinds: { display: 'grid', gap: tokens.spacingVerticalXS },
});

/** Chooses the notifications that the person gets by mail. Each switch is saved at once. */
export function MailSettings() {
  const text = useMessages();
  return (
    <Section title={text('notifications.mail.title')}>
      <QueryView query={useNotificationSettings()}>{(settings) => <Kinds settings={settings} />}</QueryView>
    </Section>
  );
}

function Kinds({ settings: { kinds, sendsMail, mailAddress } }: { settings: NotificationSettings }) {
  const styles = useStyles();
  const text = useMessages();
  const choose = useUpdateMailSetting();
  if (!sendsMail) return <Body1>{text('notifications.mail.none')}</Body1>;
  return (
    <>
      <Body1>
        {mailAddress === undefined
          ? text('notifications.mail.noAddress')
          : text('notifications.mail.address', { address: mailAddress })}
      </Body1>
      {choose.error !== null && <Problem error={choose.error} />}
      <div className={styles.kinds}>
        {kinds.map(({ kind, mail, isMailed }) => (
          <Field key={kind} hint={isMailed ? '' : text('notifications.mail.off')}>
            <Switch
              label={text(`notifications.kind.${kind}`)}
              checked={mail && isMailed}
              disabled={!isMailed || choose.isPending}
              onChange={(_event, { checked }) => choose.mutate({ kind, mail: checked })}
            />
          </Field>
        ))}
      </div>
    </>
  );
}
