-- A draft is void where its award is revoked, also during the standstill, in which a decision is corrected most often. What waits is the sending alone.
DROP TRIGGER contracts_standstill;
--> statement-breakpoint
CREATE TRIGGER contracts_standstill BEFORE UPDATE OF status ON contracts
WHEN OLD.status = 'draft' AND NEW.status NOT IN ('draft', 'voided') AND EXISTS (
  SELECT 1 FROM awards a JOIN award_decisions d ON d.award_id = a.id
  WHERE a.project_id = NEW.project_id AND a.revoked_at IS NULL AND d.standstill_ends_at > coalesce(NEW.sent_at, 0))
BEGIN
  SELECT RAISE(ABORT, 'contract: the standstill after the award is not over');
END;
