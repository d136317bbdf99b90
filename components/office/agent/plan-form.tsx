import { Plus, X } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import { type AgentPage, type PlanDraft, draftChars, draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan, knowledgeChars, knowledgeMaxChars, voiceKinds } from '@/lib/contracts/interview';
import { languageNames, languages } from '@/lib/i18n/language';
import { Part, Problems, TextField, WordsFields, field } from './fields';
import { problemsOf } from './plan-problems';
import type { PlanPart } from './plan-text';
import { Topics } from './topics';

const builtIn = draftOf(interviewPlan.parse({}));

interface PlanFormProps {
  page: AgentPage;
  plan: PlanDraft;
  onChange: (plan: PlanDraft) => void;
}

/** Everything that the agent goes by. */
export function PlanForm({ page, plan, onChange }: PlanFormProps) {
  const t = useTranslations();
  const format = useFormatter();
  const language = useLocale();
  const problems = useMemo(() => problemsOf(plan), [plan]);
  const set = (change: Partial<PlanDraft>) => onChange({ ...plan, ...change });
  const about = (part: PlanPart) => ({ title: t(`plan_part_${part}`), hint: t(`plan_hint_${part}`) });
  const label = (part: PlanPart) => t(`plan_part_${part}`);
  const used = knowledgeChars(plan);

  return (
    <Problems value={problems}>
      <div className="border-b border-line">
        <Part {...about('name')}>
          <TextField
            label={label('name')}
            value={plan.name}
            onChange={(name) => set({ name })}
            max={draftChars.name}
            path="name"
          />
        </Part>
        <Part {...about('business')}>
          <TextField
            label={label('business')}
            value={plan.business}
            onChange={(business) => set({ business })}
            max={draftChars.business}
            rows={5}
            path="business"
            usual={{ value: builtIn.business, shown: t('plan_usual_business') }}
          />
        </Part>
        <Part {...about('greeting')}>
          <p lang={language} className="text-sm text-ink-soft">
            {page.builtIn.greeting[language]}
          </p>
          <WordsFields
            label={label('greeting')}
            words={plan.greeting}
            onChange={(greeting) => set({ greeting })}
            max={draftChars.words}
            path="greeting"
          />
        </Part>
        <Part {...about('topics')} path="topics">
          <Topics
            topics={plan.topics}
            builtIn={page.builtIn.topics}
            engine={page.engine}
            onChange={(topics) => set({ topics })}
          />
        </Part>
        <Part {...about('knowledge')}>
          <TextField
            label={label('knowledge')}
            value={plan.knowledge}
            onChange={(knowledge) => set({ knowledge })}
            max={draftChars.knowledge}
            rows={10}
            path="knowledge"
          />
          <p
            className={`text-xs tabular-nums ${used > knowledgeMaxChars ? 'text-failed-ink' : 'text-ink-soft'}`}
          >
            {t('plan_chars', { used: format.number(used), most: format.number(knowledgeMaxChars) })}
          </p>
        </Part>
        <Part {...about('faq')}>
          <ol className="grid gap-3">
            {plan.faq.map((entry, i) => {
              const put = (change: Partial<typeof entry>) =>
                set({ faq: plan.faq.with(i, { ...entry, ...change }) });
              return (
                <li key={i} className="flex items-start gap-2">
                  <div className="grid min-w-0 flex-1 gap-2">
                    <TextField
                      label={t('plan_faq_question', { number: i + 1 })}
                      value={entry.question}
                      onChange={(question) => put({ question })}
                      max={draftChars.question}
                      path={`faq.${i}.question`}
                    />
                    <TextField
                      label={t('plan_faq_answer', { number: i + 1 })}
                      value={entry.answer}
                      onChange={(answer) => put({ answer })}
                      max={draftChars.answer}
                      rows={2}
                      path={`faq.${i}.answer`}
                    />
                  </div>
                  <Remove
                    label={t('plan_faq_remove', { number: i + 1 })}
                    onPress={() => set({ faq: plan.faq.toSpliced(i, 1) })}
                  />
                </li>
              );
            })}
          </ol>
          <Add onPress={() => set({ faq: [...plan.faq, { question: '', answer: '' }] })}>
            {t('plan_faq_add')}
          </Add>
        </Part>
        <Part {...about('tone')}>
          <TextField
            label={label('tone')}
            value={plan.tone}
            onChange={(tone) => set({ tone })}
            max={draftChars.tone}
            rows={2}
            path="tone"
            usual={{ value: builtIn.tone, shown: t('plan_usual_tone') }}
          />
        </Part>
        <Part {...about('voice')}>
          <select
            aria-label={label('voice')}
            value={plan.voice ?? ''}
            onChange={({ currentTarget }) =>
              set({ voice: voiceKinds.find((kind) => kind === currentTarget.value) ?? null })
            }
            className={field}
          >
            <option value="">{t('plan_voice_usual')}</option>
            {voiceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`plan_voice_${kind}`)}
              </option>
            ))}
          </select>
        </Part>
        <Part {...about('languages')} path="languages">
          <fieldset className="flex flex-wrap gap-x-5">
            <legend className="sr-only">{label('languages')}</legend>
            {languages.map((language) => (
              <label key={language} className="flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
                <input
                  type="checkbox"
                  checked={plan.languages.includes(language)}
                  onChange={({ currentTarget: { checked } }) =>
                    set({
                      languages: languages.filter((each) =>
                        each === language ? checked : plan.languages.includes(each),
                      ),
                    })
                  }
                  className="size-4"
                />
                {languageNames[language]}
              </label>
            ))}
          </fieldset>
        </Part>
        <Part {...about('hand_over')}>
          <TextField
            label={label('hand_over')}
            value={plan.handOver}
            onChange={(handOver) => set({ handOver })}
            max={draftChars.handOver}
            rows={2}
            path="handOver"
            usual={{ value: builtIn.handOver, shown: t('plan_usual_hand_over') }}
          />
        </Part>
        <Part {...about('criteria')}>
          <ol className="grid gap-2">
            {plan.criteria.map((criterion, i) => (
              <li key={i} className="flex items-end gap-2">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={t('plan_criterion', { number: i + 1 })}
                    value={criterion}
                    onChange={(value) => set({ criteria: plan.criteria.with(i, value) })}
                    max={draftChars.criterion}
                    path={`criteria.${i}`}
                  />
                </div>
                <Remove
                  label={t('plan_criterion_remove', { number: i + 1 })}
                  onPress={() => set({ criteria: plan.criteria.toSpliced(i, 1) })}
                />
              </li>
            ))}
          </ol>
          {plan.criteria.length < 10 && (
            <Add onPress={() => set({ criteria: [...plan.criteria, ''] })}>{t('plan_criterion_add')}</Add>
          )}
        </Part>
      </div>
    </Problems>
  );
}

function Remove({ label, onPress }: { label: string; onPress: () => void }) {
  return <ToolButton icon={X} aria-label={label} onClick={onPress} className="shrink-0" />;
}

function Add({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <ToolButton icon={Plus} onClick={onPress} className="w-fit">
      {children}
    </ToolButton>
  );
}
