import type { Approval } from '@charter/sdk';
import { Body1, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { Moment } from '../../components/Moment.tsx';
import { Section } from '../../components/Section.tsx';
import { PLAIN_LIST } from '../../components/stack.ts';
import { MessageDialog } from './MessageDialog.tsx';

const useStyles = makeStyles({
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalM },
  remark: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', overflowWrap: 'anywhere' },
  message: {
    margin: 0,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
    whiteSpace: 'pre-line',
    unicodeBidi: 'plaintext',
  },
  action: { alignSelf: 'start' },
});

/** Questions, answers and comments, oldest first. Everybody who reads a pending request can comment on it. */
export function Conversation({ approval }: { approval: Approval }) {
  const styles = useStyles();
  const text = useMessages();
  const { comments = [], status } = approval;
  if (comments.length === 0 && status !== 'pending') return null;
  const comment = () =>
    openDialog((close) => (
      <MessageDialog approval={approval} kind="comment" onDone={close} onClose={close} />
    ));
  return (
    <Section title={text('approval.conversation')}>
      {comments.length === 0 ? (
        <Body1>{text('approval.conversation.empty')}</Body1>
      ) : (
        <ol className={styles.list}>
          {comments.map(({ kind, author, message, createdDateTime }) => (
            <li key={createdDateTime + author.id} className={styles.remark}>
              <Body1>
                {text(`approval.said.${kind}`, { name: author.displayName })}
                {' · '}
                <Moment value={createdDateTime} />
              </Body1>
              <MessageQuote message={message} />
            </li>
          ))}
        </ol>
      )}
      {status === 'pending' && (
        <Button className={styles.action} onClick={comment}>
          {text('decide.comment')}
        </Button>
      )}
    </Section>
  );
}

/** A message of a person. */
export function MessageQuote({ message }: { message: string | undefined }) {
  const styles = useStyles();
  return message === undefined ? null : <blockquote className={styles.message}>{message}</blockquote>;
}
