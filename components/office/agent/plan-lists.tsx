import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import { type PlanDraft, draftChars } from '@/lib/contracts/agent-plan';
import { TextField } from './fields';

const maxCriteria = 10;

interface QuestionListProps {
  faq: PlanDraft['faq'];
  onChange: (faq: PlanDraft['faq']) => void;
}

/** Visitors' frequent questions and the agent's answers. */
export function QuestionList({ faq, onChange }: QuestionListProps) {
  const t = useTranslations();
  return (
    <>
      <ol className="grid gap-3">
        {faq.map((entry, i) => {
          const setEntry = (change: Partial<typeof entry>) => onChange(faq.with(i, { ...entry, ...change }));
          return (
            <li key={i} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-2">
                <TextField
                  label={t('plan_faq_question', { number: i + 1 })}
                  value={entry.question}
                  onChange={(question) => setEntry({ question })}
                  max={draftChars.question}
                  rows={1}
                  path={`faq.${i}.question`}
                />
                <TextField
                  label={t('plan_faq_answer', { number: i + 1 })}
                  value={entry.answer}
                  onChange={(answer) => setEntry({ answer })}
                  max={draftChars.answer}
                  rows={2}
                  path={`faq.${i}.answer`}
                />
              </div>
              <Remove
                label={t('plan_faq_remove', { number: i + 1 })}
                onPress={() => onChange(faq.toSpliced(i, 1))}
              />
            </li>
          );
        })}
      </ol>
      <Add onPress={() => onChange([...faq, { question: '', answer: '' }])}>{t('plan_faq_add')}</Add>
    </>
  );
}

interface CriterionListProps {
  criteria: PlanDraft['criteria'];
  onChange: (criteria: PlanDraft['criteria']) => void;
}

export function CriterionList({ criteria, onChange }: CriterionListProps) {
  const t = useTranslations();
  return (
    <>
      <ol className="grid gap-2">
        {criteria.map((criterion, i) => (
          <li key={i} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={t('plan_criterion', { number: i + 1 })}
                value={criterion}
                onChange={(value) => onChange(criteria.with(i, value))}
                max={draftChars.criterion}
                rows={1}
                path={`criteria.${i}`}
              />
            </div>
            <Remove
              label={t('plan_criterion_remove', { number: i + 1 })}
              onPress={() => onChange(criteria.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ol>
      {criteria.length < maxCriteria && (
        <Add onPress={() => onChange([...criteria, ''])}>{t('plan_criterion_add')}</Add>
      )}
    </>
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
