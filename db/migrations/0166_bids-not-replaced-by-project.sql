-- The live bid of a company on a project is found by the index of exactly these (bids_one_live), not among all bids of the company.
DROP TRIGGER bids_not_replaced;
--> statement-breakpoint
CREATE TRIGGER bids_not_replaced BEFORE INSERT ON bids
WHEN EXISTS (SELECT 1 FROM bids WHERE id = NEW.id AND status NOT IN ('draft', 'submitted'))
  OR (NEW.status IN ('draft', 'submitted', 'opened', 'shortlisted', 'awarded', 'won') AND EXISTS (
    SELECT 1 FROM bids WHERE project_id = NEW.project_id AND company_id = NEW.company_id
      AND status IN ('draft', 'submitted', 'opened', 'shortlisted', 'awarded', 'won') AND status NOT IN ('draft', 'submitted')))
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
