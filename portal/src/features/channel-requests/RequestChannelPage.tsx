import type { ChannelTemplate } from '@charter/sdk';
import { Body1, Button, Caption1, Field, Input, Select, Spinner, Textarea } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Page } from '../../components/Page.tsx';
import { Problem, RetryNotice } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { QuestionFields } from '../questions/QuestionFields.tsx';
import { TYPING_MILLISECONDS, useFormStyles, useRequestForm } from '../requests/use-request-form.ts';
import { PeoplePicker } from '../users/PeoplePicker.tsx';
import { ChannelPlanPreview } from './ChannelPlanPreview.tsx';
import { toChannelRequest, useChannelDraft, useChosenTemplate } from './draft.ts';
import {
  useChannelPlan,
  useChannelTemplates,
  useCheckedChannelAnswers,
  useSendChannelRequest,
} from './queries.ts';

/** Requests a channel in a team, from one of the channel templates that the person may use there. */
export function RequestChannelPage() {
  const text = useMessages();
  const { teamId } = useParams({ from: '/teams/$teamId/request-channel' });
  const templates = useChannelTemplates(teamId);
  return (
    <Page title={text('channelRequest.title')}>
      <QueryView
        query={templates}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('channelRequest.noTemplate')}</Body1>}
      >
        {({ value }) => <ChooseTemplate teamId={teamId} templates={value} />}
      </QueryView>
    </Page>
  );
}

function ChooseTemplate({ teamId, templates }: { teamId: string; templates: readonly ChannelTemplate[] }) {
  const text = useMessages();
  const [chosen, choose] = useChosenTemplate(teamId);
  const template =
    templates.find(({ templateConfiguration: { id } }) => id === chosen) ?? (templates[0] as ChannelTemplate);
  const { id, description } = template.templateConfiguration;
  return (
    <>
      <Section title={text('channelRequest.template')}>
        <Field label={text('channelRequest.kind')} hint={description ?? ''}>
          <Select value={id} onChange={(_event, { value }) => choose(value)}>
            {templates.map(({ templateConfiguration: { id: value, name } }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </Section>
      <RequestForm key={id} teamId={teamId} template={template} />
    </>
  );
}

function useForm(teamId: string, id: string, hasQuestions: boolean) {
  const { draft, change, discard } = useChannelDraft(teamId, id);
  const typed = useDebounced(draft, TYPING_MILLISECONDS);
  const checking = useCheckedChannelAnswers(teamId, id, typed, hasQuestions);
  const isAnswered = !hasQuestions || checking.data?.problems.length === 0;
  const plan = useChannelPlan(teamId, toChannelRequest(id, typed, checking.data), isAnswered);
  const sending = useSendChannelRequest(teamId, id, hasQuestions);
  const state = useRequestForm({ draft, typed, isAnswered, checking, plan, sending, discard });
  return { draft, change, plan, sending, ...state };
}

function RequestForm({ teamId, template }: { teamId: string; template: ChannelTemplate }) {
  const styles = useFormStyles();
  const text = useMessages();
  const { id, questions = [] } = template.templateConfiguration;
  const asked = useForm(teamId, id, questions.length > 0);
  const { draft, change, plan, sending, problemAt, send, open, canSend } = asked;
  const { checked, isAnswered, wasTried, error } = asked.questions;
  const hasPeople = template.newChannel.membershipType !== 'standard';
  return (
    <form className={styles.columns} onSubmit={send} noValidate ref={asked.form}>
      <Section title={text('channelRequest.fields')}>
        <div className={styles.fields}>
          <Field label={text('channels.name')} required {...problemAt('channel.name')}>
            <Input value={draft.name} onChange={(_event, { value }) => change({ name: value })} />
          </Field>
          <Field label={text('team.description')} {...problemAt('channel.description')}>
            <Textarea
              value={draft.description}
              onChange={(_event, { value }) => change({ description: value })}
            />
          </Field>
          {hasPeople && (
            <>
              <PeoplePicker
                label={text('team.owners')}
                hint={text('channelRequest.owners')}
                most={20}
                chosen={draft.owners}
                onChange={(owners) => change({ owners })}
                onOpen={open.of('owners')}
                problem={problemAt('channel.membership.owners').validationMessage}
              />
              <PeoplePicker
                label={text('team.members')}
                most={200}
                chosen={draft.members}
                onChange={(members) => change({ members })}
                onOpen={open.of('members')}
                problem={problemAt('channel.membership.members').validationMessage}
              />
            </>
          )}
          <QuestionFields
            questions={questions}
            answers={draft.answers}
            checked={checked}
            showsMissing={wasTried}
            problemAt={problemAt}
            onChange={(answers) => change({ answers })}
          />
          {error !== null && <Problem error={error} />}
          {sending.failureReason !== null && sending.isPending && (
            <RetryNotice error={sending.failureReason} />
          )}
          {sending.error !== null && <Problem error={sending.error} />}
          {open.isOpen && <Caption1 role="status">{text('people.list.open')}</Caption1>}
          <Button appearance="primary" size="large" type="submit" disabled={!canSend}>
            {sending.isPending ? (
              <Spinner size="tiny" appearance="inverted" label={text('request.send')} />
            ) : (
              text('request.send')
            )}
          </Button>
        </div>
      </Section>
      <ChannelPlanPreview plan={plan} isEmpty={draft.name.trim() === ''} isAnswered={isAnswered} />
    </form>
  );
}
