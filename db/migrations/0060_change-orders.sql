CREATE TABLE `change_order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`change_order_id` text NOT NULL,
	`position` integer NOT NULL,
	`bid_line_id` text,
	`description` text NOT NULL,
	`quantity_milli` integer NOT NULL,
	`unit` text NOT NULL,
	`unit_price_cents` integer NOT NULL,
	FOREIGN KEY (`change_order_id`) REFERENCES `change_orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_line_id`) REFERENCES `bid_lines`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_order_lines_position` ON `change_order_lines` (`change_order_id`,`position`);--> statement-breakpoint
CREATE INDEX `change_order_lines_bid_line` ON `change_order_lines` (`bid_line_id`);--> statement-breakpoint
CREATE TABLE `change_order_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`change_order_id` text NOT NULL,
	`party` text NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`typed_name` text NOT NULL,
	`account_name` text NOT NULL,
	`account_email` text NOT NULL,
	`account_source` text NOT NULL,
	`name_reason` text,
	`ordinal` integer NOT NULL,
	`document_hash` text NOT NULL,
	`job_title` text,
	`authority` text,
	`record_hash` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`signed_at` integer NOT NULL,
	FOREIGN KEY (`change_order_id`) REFERENCES `change_orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_order_signatures_party` ON `change_order_signatures` (`change_order_id`,`party`,`ordinal`);--> statement-breakpoint
CREATE TABLE `change_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`number` integer NOT NULL,
	`proposer` text NOT NULL,
	`title` text NOT NULL,
	`reason` text NOT NULL,
	`description` text NOT NULL,
	`vat_rate_bp` integer NOT NULL,
	`vat_category` text,
	`vat_ground` text,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`extension_days` integer NOT NULL,
	`milestone_id` text,
	`status` text NOT NULL,
	`document_text` text,
	`document_hash` text,
	`proposed_at` integer,
	`decided_at` integer,
	`decision_reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_orders_number` ON `change_orders` (`contract_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `change_orders_document_hash` ON `change_orders` (`document_hash`);--> statement-breakpoint
CREATE INDEX `change_orders_contract` ON `change_orders` (`contract_id`,`status`);--> statement-breakpoint
CREATE INDEX `change_orders_milestone` ON `change_orders` (`milestone_id`,`status`);--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `change_order_id` text REFERENCES change_orders(id);--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `agreed_net_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `agreed_vat_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `milestones_change_order` ON `contract_milestones` (`change_order_id`) WHERE "contract_milestones"."change_order_id" is not null;--> statement-breakpoint
-- What was proposed stays as it was proposed, and what was decided stays decided.
CREATE TRIGGER change_orders_frozen BEFORE UPDATE ON change_orders
WHEN NEW.id IS NOT OLD.id OR NEW.contract_id IS NOT OLD.contract_id OR NEW.number IS NOT OLD.number OR NEW.proposer IS NOT OLD.proposer
  OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
  OR (OLD.document_hash IS NOT NULL AND (
    NEW.document_text IS NOT OLD.document_text OR NEW.document_hash IS NOT OLD.document_hash OR NEW.proposed_at IS NOT OLD.proposed_at
    OR NEW.title IS NOT OLD.title OR NEW.reason IS NOT OLD.reason OR NEW.description IS NOT OLD.description
    OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp OR NEW.vat_category IS NOT OLD.vat_category OR NEW.vat_ground IS NOT OLD.vat_ground
    OR NEW.net_cents IS NOT OLD.net_cents OR NEW.vat_cents IS NOT OLD.vat_cents OR NEW.gross_cents IS NOT OLD.gross_cents
    OR NEW.extension_days IS NOT OLD.extension_days OR NEW.milestone_id IS NOT OLD.milestone_id))
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_orders_decided BEFORE UPDATE ON change_orders
WHEN OLD.status IN ('accepted', 'rejected', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'change order: it is decided'); END;
--> statement-breakpoint
-- A change binds both parties by the signatures of both, under the text that was proposed.
CREATE TRIGGER change_orders_signed BEFORE UPDATE ON change_orders
WHEN (NEW.status IN ('proposed', 'accepted') AND NEW.document_hash IS NULL)
  OR (NEW.status = 'accepted' AND (
    SELECT count(DISTINCT party) FROM change_order_signatures
    WHERE change_order_id = NEW.id AND document_hash = NEW.document_hash) < 2)
BEGIN SELECT RAISE(ABORT, 'change order: it is not signed by both parties'); END;
--> statement-breakpoint
CREATE TRIGGER change_orders_begin BEFORE INSERT ON change_orders
WHEN NEW.status IN ('proposed', 'accepted', 'rejected', 'withdrawn') OR NEW.document_hash IS NOT NULL
  OR EXISTS (SELECT 1 FROM change_orders WHERE id = NEW.id OR (contract_id = NEW.contract_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'change order: it begins as a draft of its own'); END;
--> statement-breakpoint
CREATE TRIGGER change_orders_permanent BEFORE DELETE ON change_orders
BEGIN SELECT RAISE(ABORT, 'change order: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_lines_added BEFORE INSERT ON change_order_lines
WHEN (SELECT status FROM change_orders WHERE id = NEW.change_order_id) <> 'draft'
  OR (SELECT o.status FROM change_order_lines l JOIN change_orders o ON o.id = l.change_order_id WHERE l.id = NEW.id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_lines_changed BEFORE UPDATE ON change_order_lines
BEGIN SELECT RAISE(ABORT, 'change order: lines are replaced, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_lines_removed BEFORE DELETE ON change_order_lines
WHEN (SELECT status FROM change_orders WHERE id = OLD.change_order_id) <> 'draft'
BEGIN SELECT RAISE(ABORT, 'change order: the text is frozen'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_signatures_added BEFORE INSERT ON change_order_signatures
WHEN (SELECT status FROM change_orders WHERE id = NEW.change_order_id) NOT IN ('draft', 'proposed')
  OR EXISTS (SELECT 1 FROM change_order_signatures
    WHERE id = NEW.id OR (change_order_id = NEW.change_order_id AND party = NEW.party AND ordinal = NEW.ordinal))
BEGIN SELECT RAISE(ABORT, 'change order: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_signatures_changed BEFORE UPDATE ON change_order_signatures
BEGIN SELECT RAISE(ABORT, 'change order: a signature is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER change_order_signatures_permanent BEFORE DELETE ON change_order_signatures
BEGIN SELECT RAISE(ABORT, 'change order: a signature is immutable'); END;
--> statement-breakpoint
-- A signed contract gets a milestone more only from an accepted change order, with its amounts.
DROP TRIGGER contract_milestones_closed;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_closed BEFORE INSERT ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = NEW.contract_id) IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM change_orders o
  WHERE o.id = NEW.change_order_id AND o.contract_id = NEW.contract_id AND o.status = 'accepted' AND o.milestone_id IS NULL
    AND o.net_cents = NEW.net_cents AND o.vat_cents = NEW.vat_cents AND o.gross_cents = NEW.amount_cents
    AND o.vat_rate_bp = NEW.vat_rate_bp AND NEW.net_cents > 0 AND NEW.agreed_net_cents = 0 AND NEW.agreed_vat_cents = 0
    AND NOT EXISTS (SELECT 1 FROM contract_milestones WHERE change_order_id = o.id))
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
--> statement-breakpoint
-- The signed part of an amount never changes; the rest is what accepted change orders add up to, while nothing is paid in.
DROP TRIGGER contract_milestones_amounts;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_amounts BEFORE UPDATE ON contract_milestones
WHEN (SELECT document_hash FROM contracts WHERE id = OLD.contract_id) IS NOT NULL AND (
  NEW.contract_id IS NOT OLD.contract_id OR NEW.position IS NOT OLD.position OR NEW.vat_rate_bp IS NOT OLD.vat_rate_bp
  OR NEW.change_order_id IS NOT OLD.change_order_id
  OR NEW.net_cents - NEW.agreed_net_cents IS NOT OLD.net_cents - OLD.agreed_net_cents
  OR NEW.vat_cents - NEW.agreed_vat_cents IS NOT OLD.vat_cents - OLD.agreed_vat_cents
  OR NEW.amount_cents - NEW.agreed_net_cents - NEW.agreed_vat_cents
    IS NOT OLD.amount_cents - OLD.agreed_net_cents - OLD.agreed_vat_cents
  OR ((NEW.agreed_net_cents IS NOT OLD.agreed_net_cents OR NEW.agreed_vat_cents IS NOT OLD.agreed_vat_cents) AND (
    OLD.status <> 'planned' OR NEW.net_cents <= 0
    OR NEW.agreed_net_cents IS NOT (
      SELECT coalesce(sum(net_cents), 0) FROM change_orders WHERE milestone_id = OLD.id AND status = 'accepted')
    OR NEW.agreed_vat_cents IS NOT (
      SELECT coalesce(sum(vat_cents), 0) FROM change_orders WHERE milestone_id = OLD.id AND status = 'accepted'))))
BEGIN SELECT RAISE(ABORT, 'contract: the amounts are frozen'); END;
