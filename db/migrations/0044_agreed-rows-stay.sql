-- What a sent contract says of its milestones in words is frozen like its amounts.
CREATE TRIGGER contract_milestones_words BEFORE UPDATE ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL AND (
  NEW.id IS NOT OLD.id OR NEW.title IS NOT OLD.title OR NEW.description IS NOT OLD.description OR NEW.due_date IS NOT OLD.due_date
  OR NEW.vat_category IS NOT OLD.vat_category OR NEW.vat_ground IS NOT OLD.vat_ground)
BEGIN SELECT RAISE(ABORT, 'contract: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER bids_opened_rest BEFORE UPDATE ON bids
WHEN OLD.status NOT IN ('draft', 'submitted') AND (
  NEW.id IS NOT OLD.id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the rows in its way without their DELETE triggers, so none may be in its way.
CREATE TRIGGER bids_not_replaced BEFORE INSERT ON bids
WHEN EXISTS (SELECT 1 FROM bids WHERE id = NEW.id AND status NOT IN ('draft', 'submitted'))
  OR (NEW.status IN ('draft', 'submitted', 'opened', 'shortlisted', 'awarded', 'won') AND EXISTS (
    SELECT 1 FROM bids WHERE project_id = NEW.project_id AND company_id = NEW.company_id
      AND status IN ('opened', 'shortlisted', 'awarded', 'won')))
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_lines_not_replaced BEFORE INSERT ON bid_lines
WHEN (SELECT b.status FROM bid_lines l JOIN bids b ON b.id = l.bid_id WHERE l.id = NEW.id) NOT IN ('draft', 'submitted')
BEGIN SELECT RAISE(ABORT, 'bid: an opened bid is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER bid_seals_not_replaced BEFORE INSERT ON bid_seals
WHEN EXISTS (SELECT 1 FROM bid_seals WHERE id = NEW.id OR (bid_id = NEW.bid_id AND revision = NEW.revision))
BEGIN SELECT RAISE(ABORT, 'bid: a seal is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER awards_not_replaced BEFORE INSERT ON awards
WHEN EXISTS (SELECT 1 FROM awards WHERE id = NEW.id)
  OR (NEW.revoked_at IS NULL AND EXISTS (SELECT 1 FROM awards WHERE project_id = NEW.project_id AND revoked_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'award: an award is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER contracts_not_replaced BEFORE INSERT ON contracts
WHEN EXISTS (SELECT 1 FROM contracts WHERE (id = NEW.id OR number = NEW.number) AND document_hash IS NOT NULL)
  OR (NEW.document_hash IS NOT NULL AND EXISTS (SELECT 1 FROM contracts WHERE document_hash = NEW.document_hash))
  OR (NEW.status IN ('draft', 'sent', 'partially_signed', 'active', 'completed') AND EXISTS (
    SELECT 1 FROM contracts WHERE project_id = NEW.project_id AND document_hash IS NOT NULL
      AND status IN ('sent', 'partially_signed', 'active', 'completed')))
BEGIN SELECT RAISE(ABORT, 'contract: a sent contract is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_not_replaced BEFORE INSERT ON contract_milestones
WHEN (SELECT c.document_hash FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE m.id = NEW.id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
CREATE TRIGGER contract_signatures_not_replaced BEFORE INSERT ON contract_signatures
WHEN EXISTS (
  SELECT 1 FROM contract_signatures WHERE id = NEW.id OR (contract_id = NEW.contract_id AND party = NEW.party))
BEGIN SELECT RAISE(ABORT, 'contract: a signature is immutable'); END;
