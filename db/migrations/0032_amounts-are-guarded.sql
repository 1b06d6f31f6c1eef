ALTER TABLE `idempotency_keys` ADD `subject` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The amounts of a sent contract are those of its frozen text, milestone by milestone.
CREATE TRIGGER contract_milestones_amounts BEFORE UPDATE ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL AND (
  NEW.contract_id IS NOT OLD.contract_id OR NEW.position IS NOT OLD.position OR NEW.net_cents IS NOT OLD.net_cents
  OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.amount_cents IS NOT OLD.amount_cents)
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_not_moved BEFORE UPDATE OF contract_id ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = NEW.contract_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_permanent BEFORE DELETE ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_closed BEFORE INSERT ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = NEW.contract_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
-- A bid says after the opening what it said before. Its own status tells, and does not go back.
CREATE TRIGGER bids_opened BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND (
  NEW.status IN ('draft', 'submitted') OR NEW.project_id IS NOT OLD.project_id OR NEW.company_id IS NOT OLD.company_id
  OR NEW.currency IS NOT OLD.currency OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents
  OR NEW.gross_cents IS NOT OLD.gross_cents OR NEW.approach IS NOT OLD.approach
  OR NEW.timeline_weeks IS NOT OLD.timeline_weeks OR NEW.revision IS NOT OLD.revision
  OR NEW.project_version IS NOT OLD.project_version OR NEW.submitted_at IS NOT OLD.submitted_at)
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bids_permanent BEFORE DELETE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_lines_opened BEFORE UPDATE ON bid_lines
WHEN (SELECT status FROM bids WHERE id = OLD.bid_id) NOT IN ('draft', 'submitted')
  OR (SELECT status FROM bids WHERE id = NEW.bid_id) NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_lines_permanent BEFORE DELETE ON bid_lines
WHEN (SELECT status FROM bids WHERE id = OLD.bid_id) NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_lines_closed BEFORE INSERT ON bid_lines
WHEN (SELECT status FROM bids WHERE id = NEW.bid_id) NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
-- An award is revoked once, and otherwise stays as it was made.
CREATE TRIGGER awards_immutable BEFORE UPDATE ON awards
WHEN OLD.revoked_at IS NOT NULL OR NEW.id IS NOT OLD.id OR NEW.project_id IS NOT OLD.project_id
  OR NEW.bid_id IS NOT OLD.bid_id OR NEW.awarded_by IS NOT OLD.awarded_by OR NEW.awarded_at IS NOT OLD.awarded_at
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER awards_permanent BEFORE DELETE ON awards
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
