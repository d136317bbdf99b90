import { useFormatter, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useLanguage } from '@/components/ui/use-language';
import { type AgentPage, type PlanDraft, draftChars, draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan, knowledgeChars, knowledgeMaxChars, voiceKinds } from '@/lib/contracts/interview';
import { languageNames, languages } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { PlanSection, PlanProblems, TextField, WordsFields, planFieldLook } from './fields';
import { HearButton } from './hear-button';
import { OwnerVoice } from './owner-voice';
import { CriterionList, QuestionList } from './plan-lists';
import { problemsOf } from './plan-problems';
import type { FixedSection } from './plan-text';
import { Topics } from './topics';

const builtIn = draftOf(interviewPlan.parse({}));

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
  const usedChars = knowledgeChars(plan);
  const notice = fill(page.builtIn.greeting[language] ?? '', { name: plan.name.trim() });

  return (
    <PlanProblems value={problems}>
      <div className="border-b border-line">
        <PlanSection {...about('name')}>
          <TextField
            label={label('name')}
            value={plan.name}
            onChange={(name) => set({ name })}
            max={draftChars.name}
            path="name"
          />
        </PlanSection>
        <PlanSection {...about('business')}>
          <TextField
            label={label('business')}
            value={plan.business}
            onChange={(business) => set({ business })}
            max={draftChars.business}
            rows={5}
            path="business"
            builtIn={{ value: builtIn.business, shown: t('plan_usual_business') }}
          />
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
          <TextField
            label={label('knowledge')}
            value={plan.knowledge}
            onChange={(knowledge) => set({ knowledge })}
            max={draftChars.knowledge}
            rows={10}
            path="knowledge"
          />
          <p
            className={`text-xs tabular-nums ${usedChars > knowledgeMaxChars ? 'text-failed-ink' : 'text-ink-soft'}`}
          >
            {t('plan_chars', { used: format.number(usedChars), most: format.number(knowledgeMaxChars) })}
          </p>
        </PlanSection>
        <PlanSection {...about('faq')}>
          <QuestionList faq={plan.faq} onChange={(faq) => set({ faq })} />
        </PlanSection>
        <PlanSection {...about('tone')}>
          <TextField
            label={label('tone')}
            value={plan.tone}
            onChange={(tone) => set({ tone })}
            max={draftChars.tone}
            rows={2}
            path="tone"
            builtIn={{ value: builtIn.tone, shown: t('plan_usual_tone') }}
          />
        </PlanSection>
        <PlanSection {...about('voice')}>
          <select
            aria-label={label('voice')}
            value={plan.voice ?? ''}
            onChange={({ currentTarget }) =>
              set({ voice: voiceKinds.find((kind) => kind === currentTarget.value) ?? null })
            }
            className={planFieldLook}
          >
            <option value="">{t('plan_voice_usual')}</option>
            {voiceKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`plan_voice_${kind}`)}
              </option>
            ))}
          </select>
          <OwnerVoice />
        </PlanSection>
        <PlanSection {...about('languages')} path="languages">
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
        </PlanSection>
        <PlanSection {...about('hand_over')}>
          <TextField
            label={label('hand_over')}
            value={plan.handOver}
            onChange={(handOver) => set({ handOver })}
            max={draftChars.handOver}
            rows={2}
            path="handOver"
            builtIn={{ value: builtIn.handOver, shown: t('plan_usual_hand_over') }}
          />
        </PlanSection>
        <PlanSection {...about('criteria')}>
          <CriterionList criteria={plan.criteria} onChange={(criteria) => set({ criteria })} />
        </PlanSection>
      </div>
    </PlanProblems>
  );
}
