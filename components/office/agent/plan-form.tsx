import { useFormatter, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Select } from '@/components/ui/select';
import { useLanguage } from '@/components/ui/use-language';
import { type AgentPage, type PlanDraft, draftChars, draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan, knowledgeChars, knowledgeMaxChars, voiceKinds } from '@/lib/contracts/interview';
import { fill } from '@/lib/i18n/strings';
import { LanguageBoxes } from '../language-boxes';
import { PlanSection, PlanProblems, TextField, WordsFields, planFieldLook } from './fields';
import { HearButton } from './hear-button';
import { OwnerVoice } from './owner-voice';
import { CriterionList, QuestionList } from './plan-lists';
import { problemsOf } from './plan-problems';
import type { FixedSection } from './plan-text';
import { Topics } from './topics';

const builtIn = draftOf(interviewPlan.parse({}));

/** The parts of the plan that are one text. */
type TextName = 'name' | 'business' | 'knowledge' | 'tone' | 'handOver';

interface PlanFormProps {
  page: AgentPage;
  plan: PlanDraft;
  onChange: (plan: PlanDraft) => void;
}

/** The whole plan as a form. */
export function PlanForm({ page, plan, onChange }: PlanFormProps) {
  const t = useTranslations();
  const format = useFormatter();
  const language = useLanguage();
  const problems = useMemo(() => problemsOf(plan), [plan]);
  const set = (change: Partial<PlanDraft>) => onChange({ ...plan, ...change });
  const about = (section: FixedSection) => ({
    title: t(`plan_part_${section}`),
    hint: t(`plan_hint_${section}`),
  });
  const label = (section: FixedSection) => t(`plan_part_${section}`);
  const textField = (section: FixedSection, name: TextName, rows?: number, usual?: string) => (
    <TextField
      label={label(section)}
      value={plan[name]}
      onChange={(text) => set({ [name]: text })}
      max={draftChars[name]}
      rows={rows}
      path={name}
      builtIn={usual === undefined ? undefined : { value: builtIn[name], shown: usual }}
    />
  );
  const usedChars = knowledgeChars(plan);
  const notice = fill(page.builtIn.greeting[language] ?? '', { name: plan.name.trim() });

  return (
    <PlanProblems value={problems}>
      <div className="border-b border-line">
        <PlanSection {...about('name')}>{textField('name', 'name')}</PlanSection>
        <PlanSection {...about('business')}>
          {textField('business', 'business', 5, t('plan_usual_business'))}
        </PlanSection>
        <PlanSection {...about('greeting')}>
          <div className="flex items-center justify-between gap-3 rounded-xl bg-paper-sunk p-3">
            <p lang={language} className="text-sm text-pretty">
              {notice}
            </p>
            <HearButton text={notice} language={language} label={t('plan_notice')} />
          </div>
          <WordsFields
            label={label('greeting')}
            words={plan.greeting}
            onChange={(greeting) => set({ greeting })}
            max={draftChars.words}
            path="greeting"
          />
        </PlanSection>
        <PlanSection {...about('topics')} path="topics">
          <Topics
            topics={plan.topics}
            builtIn={page.builtIn.topics}
            engine={page.engine}
            onChange={(topics) => set({ topics })}
          />
        </PlanSection>
        <PlanSection {...about('knowledge')}>
          {textField('knowledge', 'knowledge', 10)}
          <p
            className={`text-xs tabular-nums ${usedChars > knowledgeMaxChars ? 'text-failed-ink' : 'text-ink-soft'}`}
          >
            {t('plan_chars', { used: format.number(usedChars), most: format.number(knowledgeMaxChars) })}
          </p>
        </PlanSection>
        <PlanSection {...about('faq')}>
          <QuestionList faq={plan.faq} onChange={(faq) => set({ faq })} />
        </PlanSection>
        <PlanSection {...about('tone')}>{textField('tone', 'tone', 2, t('plan_usual_tone'))}</PlanSection>
        <PlanSection {...about('voice')}>
          <Select
            aria-label={label('voice')}
            value={plan.voice ?? undefined}
            choices={voiceKinds}
            none={t('plan_voice_usual')}
            onChoose={(voice) => set({ voice: voice ?? null })}
            className={planFieldLook}
          >
            {(kind) => t(`plan_voice_${kind}`)}
          </Select>
          <OwnerVoice />
        </PlanSection>
        <PlanSection {...about('languages')} path="languages">
          <LanguageBoxes
            legend={<legend className="sr-only">{label('languages')}</legend>}
            chosen={plan.languages}
            onChoose={(chosen) => set({ languages: chosen })}
          />
        </PlanSection>
        <PlanSection {...about('hand_over')}>
          {textField('hand_over', 'handOver', 2, t('plan_usual_hand_over'))}
        </PlanSection>
        <PlanSection {...about('criteria')}>
          <CriterionList criteria={plan.criteria} onChange={(criteria) => set({ criteria })} />
        </PlanSection>
      </div>
    </PlanProblems>
  );
}
