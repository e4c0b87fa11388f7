import { CharterApiError, type TeamMetadata, type TeamSummary } from '@charter/sdk';
import { Body1, Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConflictBar } from '../../components/ConflictBar.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { problemsOf } from '../../components/problems.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { draftOf, factsOf } from '../questions/kinds.tsx';
import { type DraftAnswers, QuestionFields } from '../questions/QuestionFields.tsx';
import { useChangeAnswers, useTeamMetadata } from './answer-queries.ts';
import { useTeamPermissions } from './permissions.ts';

/** The answers from the request for the team. Owners and administrators can change them. */
export function AnswersSection({ team }: { team: TeamSummary }) {
  const text = useMessages();
  const { canWrite } = useTeamPermissions(team);
  const metadata = useTeamMetadata(team.id);
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={text('team.answers')}>
      <QueryView
        query={metadata}
        isEmpty={({ questions }) => questions.length === 0}
        empty={<Body1>{text('teamPage.noQuestions')}</Body1>}
      >
        {(found) => (
          <>
            <Facts facts={factsOf(found.answers)} />
            {canWrite && (
              <div>
                <Button onClick={() => setOpen(true)}>{text('teamPage.changeAnswers')}</Button>
              </div>
            )}
            {isOpen && <AnswersDialog metadata={found} onClose={() => setOpen(false)} />}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** Changes answers. Asks before it overwrites a change that somebody else has made meanwhile. */
function AnswersDialog({ metadata, onClose }: { metadata: TeamMetadata; onClose: () => void }) {
  const text = useMessages();
  const change = useChangeAnswers(metadata.team.id);
  const [typed, setTyped] = useState<DraftAnswers>({});
  // The revision that the person began with. The page may read a later one while the dialog is open. A save with the
  // later one would overwrite somebody else's change.
  const [base, setBase] = useState(metadata.revision);
  const given = Object.fromEntries(metadata.answers.map((answer) => [answer.id, draftOf(answer)]));
  const problemAt = problemsOf(change.error);
  const isChanged = change.error instanceof CharterApiError && change.error.status === 412;
  const send = (revision: number) =>
    change.mutate({ changes: typed, ifMatch: `"${revision}"` }, { onSuccess: onClose });
  return (
    <FormDialog
      title={text('teamPage.changeAnswers')}
      action={text('action.save')}
      isSending={change.isPending}
      error={change.error}
      remedy={
        isChanged && (
          <ConflictBar
            onSaveMine={() => send(metadata.revision)}
            onTakeTheirs={() => {
              setTyped({});
              setBase(metadata.revision);
              change.reset();
            }}
          />
        )
      }
      canSend={Object.keys(typed).length > 0}
      onSend={() => send(base)}
      onClose={onClose}
    >
      <QuestionFields
        questions={metadata.questions}
        answers={{ ...given, ...typed }}
        checked={undefined}
        isShown={({ id, when }) =>
          when === undefined || id in given || problemAt(`metadata.${id}`).validationMessage !== undefined
        }
        showsMissing
        problemAt={problemAt}
        onChange={(answers) =>
          setTyped(Object.fromEntries(Object.entries(answers).filter(([id, one]) => one !== given[id])))
        }
      />
    </FormDialog>
  );
}
