-- A change order gets its number when it is proposed, so that nobody can infer the other party's drafts from it. Not by a new table:
-- lines, signatures and milestones refer to this one.
DROP TRIGGER change_orders_frozen;
--> statement-breakpoint
DROP TRIGGER change_orders_decided;
--> statement-breakpoint
DROP TRIGGER change_orders_begin;
--> statement-breakpoint
DROP INDEX change_orders_number;
--> statement-breakpoint
ALTER TABLE change_orders RENAME COLUMN number TO former_number;
--> statement-breakpoint
ALTER TABLE change_orders ADD COLUMN number integer;
--> statement-breakpoint
UPDATE change_orders SET number = former_number WHERE document_hash IS NOT NULL;
--> statement-breakpoint
ALTER TABLE change_orders DROP COLUMN former_number;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_orders_number` ON `change_orders` (`contract_id`,`number`);
--> statement-breakpoint
-- What nobody had answered when its contract ended has lapsed (CON-17).
UPDATE change_orders SET status = 'lapsed', decided_at = (SELECT closed_at FROM contracts WHERE id = change_orders.contract_id)
WHERE status = 'proposed' AND (SELECT status FROM contracts WHERE id = change_orders.contract_id) IN ('completed', 'terminated');
--> statement-breakpoint
CREATE TRIGGER change_orders_frozen BEFORE UPDATE ON change_orders
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.proposer IS NOT OLD.proposer
  OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR (NEW.number IS NULL) <> (NEW.document_hash IS NULL)
  OR (OLD.document_hash IS NOT NULL AND (
    NEW.number IS NOT OLD.number
    OR NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.proposed_at IS NOT OLD.proposed_at
    OR NEW.title IS NOT OLD.title OR NEW.reason IS NOT OLD.reason OR NEW.description IS NOT OLD.description
    OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp OR NEW.vat_category IS NOT OLD.vat_category OR NEW.vat_ground IS NOT OLD.vat_ground
    OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.gross_cents IS NOT OLD.gross_cents
    OR NEW.extension_days IS NOT OLD.extension_days OR NEW.milestone_id IS NOT OLD.milestone_id))
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_orders_decided BEFORE UPDATE ON change_orders
WHEN OLD.status IN ('accepted', 'rejected', 'withdrawn', 'lapsed')
BEGIN SELECT RAISE(ABORT, 'change order: it is decided'); END;
--> statement-breakpoint
CREATE TRIGGER change_orders_begin BEFORE INSERT ON change_orders
WHEN NEW.status IN ('proposed', 'accepted', 'rejected', 'withdrawn', 'lapsed') OR NEW.document_hash IS NOT NULL OR NEW.number IS NOT NULL
  OR EXISTS (SELECT 1 FROM change_orders WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'change order: it begins as a draft of its own'); END;
--> statement-breakpoint
-- It lapses only with its contract.
CREATE TRIGGER change_orders_lapse BEFORE UPDATE ON change_orders
WHEN NEW.status = 'lapsed' AND (
  OLD.status <> 'proposed' OR (SELECT status FROM contracts WHERE id = OLD.contract_id) NOT IN ('completed', 'terminated'))
BEGIN SELECT RAISE(ABORT, 'change order: it is open while its contract is'); END;
