CREATE TABLE `milestone_extensions` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`change_order_id` text NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`change_order_id`) REFERENCES `change_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `milestone_extensions_once` ON `milestone_extensions` (`milestone_id`,`change_order_id`);--> statement-breakpoint
CREATE INDEX `milestone_extensions_change` ON `milestone_extensions` (`change_order_id`);--> statement-breakpoint
ALTER TABLE `change_orders` ADD `extension_milestone_id` text REFERENCES contract_milestones(id);--> statement-breakpoint
CREATE INDEX `change_orders_extension_milestone` ON `change_orders` (`extension_milestone_id`);--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `extended_due_date` text;
--> statement-breakpoint
-- What was agreed before moves the due dates of the milestones that were not delivered then (CON-28).
INSERT INTO milestone_extensions (id, milestone_id, change_order_id)
SELECT lower(hex(randomblob(16))), m.id, o.id FROM change_orders o JOIN contract_milestones m ON m.contract_id = o.contract_id
WHERE o.status = 'accepted' AND o.extension_days > 0 AND m.due_date IS NOT NULL AND coalesce((
  SELECT e.to_status FROM milestone_events e WHERE e.milestone_id = m.id AND e.at <= o.decided_at ORDER BY e.id DESC LIMIT 1), 'planned')
  IN ('planned', 'funded', 'changes_requested', 'refund_requested');
--> statement-breakpoint
UPDATE contract_milestones SET extended_due_date = date(due_date, '+' || (
  SELECT sum(o.extension_days) FROM milestone_extensions x JOIN change_orders o ON o.id = x.change_order_id
  WHERE x.milestone_id = contract_milestones.id) || ' days')
WHERE id IN (SELECT milestone_id FROM milestone_extensions);
--> statement-breakpoint
-- A due date is moved by an accepted change of the same contract, once, while the milestone is not delivered.
CREATE TRIGGER milestone_extensions_agreed BEFORE INSERT ON milestone_extensions
WHEN EXISTS (SELECT 1 FROM milestone_extensions WHERE id = NEW.id
    OR (milestone_id = NEW.milestone_id AND change_order_id = NEW.change_order_id))
  OR NOT EXISTS (
    SELECT 1 FROM change_orders o JOIN contract_milestones m ON m.contract_id = o.contract_id
    WHERE o.id = NEW.change_order_id AND m.id = NEW.milestone_id AND o.status = 'accepted' AND o.extension_days > 0
      AND coalesce(o.extension_milestone_id, m.id) = m.id AND m.due_date IS NOT NULL
      AND m.status IN ('planned', 'funded', 'changes_requested', 'refund_requested'))
BEGIN SELECT RAISE(ABORT, 'milestone: its due date moves by what is agreed'); END;
--> statement-breakpoint
CREATE TRIGGER milestone_extensions_immutable BEFORE UPDATE ON milestone_extensions
BEGIN SELECT RAISE(ABORT, 'milestone: its due date moves by what is agreed'); END;
--> statement-breakpoint
CREATE TRIGGER milestone_extensions_permanent BEFORE DELETE ON milestone_extensions
BEGIN SELECT RAISE(ABORT, 'milestone: its due date moves by what is agreed'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_extended BEFORE UPDATE OF extended_due_date ON contract_milestones
WHEN NEW.extended_due_date IS NOT OLD.extended_due_date AND NEW.extended_due_date IS NOT date(NEW.due_date, '+' || (
  SELECT sum(o.extension_days) FROM milestone_extensions x JOIN change_orders o ON o.id = x.change_order_id
  WHERE x.milestone_id = OLD.id) || ' days')
BEGIN SELECT RAISE(ABORT, 'milestone: its due date moves by what is agreed'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_not_extended BEFORE INSERT ON contract_milestones
WHEN NEW.extended_due_date IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'milestone: its due date moves by what is agreed'); END;
--> statement-breakpoint
DROP TRIGGER change_orders_frozen;
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
    OR NEW.extension_days IS NOT OLD.extension_days OR NEW.extension_milestone_id IS NOT OLD.extension_milestone_id
    OR NEW.milestone_id IS NOT OLD.milestone_id))
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
-- Undelivered milestones of active contracts by their due date with its extensions, for both parties.
DROP TRIGGER milestones_deadline_insert;
--> statement-breakpoint
DROP TRIGGER milestones_deadline_update;
--> statement-breakpoint
DROP TRIGGER contracts_deadline_update;
--> statement-breakpoint
UPDATE milestone_deadlines SET due_date = (
  SELECT m.extended_due_date FROM contract_milestones m WHERE m.id = milestone_deadlines.milestone_id)
WHERE milestone_id IN (SELECT milestone_id FROM milestone_extensions);
--> statement-breakpoint
CREATE TRIGGER milestones_deadline_insert AFTER INSERT ON contract_milestones
BEGIN
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT NEW.id, c.client_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT NEW.id, c.provider_company_id, NEW.due_date FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested');
END;
--> statement-breakpoint
CREATE TRIGGER milestones_deadline_update AFTER UPDATE OF status, due_date, extended_due_date, contract_id ON contract_milestones
BEGIN
  DELETE FROM milestone_deadlines WHERE milestone_id = OLD.id;
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT NEW.id, c.client_company_id, coalesce(NEW.extended_due_date, NEW.due_date) FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT NEW.id, c.provider_company_id, coalesce(NEW.extended_due_date, NEW.due_date) FROM contracts c
  WHERE c.id = NEW.contract_id AND c.status = 'active' AND NEW.due_date IS NOT NULL AND NEW.status IN ('planned', 'funded', 'changes_requested');
END;
--> statement-breakpoint
CREATE TRIGGER contracts_deadline_update AFTER UPDATE OF status, client_company_id, provider_company_id ON contracts
WHEN 'active' IN (OLD.status, NEW.status)
BEGIN
  DELETE FROM milestone_deadlines WHERE milestone_id IN (SELECT id FROM contract_milestones WHERE contract_id = NEW.id);
  INSERT INTO milestone_deadlines (milestone_id, company_id, due_date)
  SELECT id, NEW.client_company_id, coalesce(extended_due_date, due_date) FROM contract_milestones
  WHERE contract_id = NEW.id AND NEW.status = 'active' AND due_date IS NOT NULL AND status IN ('planned', 'funded', 'changes_requested')
  UNION SELECT id, NEW.provider_company_id, coalesce(extended_due_date, due_date) FROM contract_milestones
  WHERE contract_id = NEW.id AND NEW.status = 'active' AND due_date IS NOT NULL AND status IN ('planned', 'funded', 'changes_requested');
END;
