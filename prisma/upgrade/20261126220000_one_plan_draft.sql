-- There is one draft.
ALTER TABLE "PlanDraft" ADD CONSTRAINT "PlanDraft_one_row" CHECK ("id" = 1);
