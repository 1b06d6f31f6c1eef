CREATE TABLE `milestone_valuations` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`note` text NOT NULL,
	`claimed_by` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`decision_reason` text,
	`reminded_day` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`schedule_id`) REFERENCES `value_schedules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `milestone_valuations_number` ON `milestone_valuations` (`milestone_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `milestone_valuations_claimed` ON `milestone_valuations` (`milestone_id`) WHERE "milestone_valuations"."status" = 'claimed';--> statement-breakpoint
CREATE INDEX `milestone_valuations_waiting` ON `milestone_valuations` (`claimed_at`) WHERE "milestone_valuations"."status" = 'claimed';--> statement-breakpoint
CREATE TABLE `payment_certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`valuation_id` text NOT NULL,
	`number` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`vat_cents` integer NOT NULL,
	`gross_cents` integer NOT NULL,
	`retained_cents` integer NOT NULL,
	`posting_id` text NOT NULL,
	`document_text` text NOT NULL,
	`document_hash` text NOT NULL,
	`certifier_name` text NOT NULL,
	`certified_by` text NOT NULL,
	`certified_at` integer NOT NULL,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`valuation_id`) REFERENCES `milestone_valuations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`posting_id`) REFERENCES `ledger_postings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`certified_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_certificates_number` ON `payment_certificates` (`milestone_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_certificates_valuation` ON `payment_certificates` (`valuation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_certificates_posting` ON `payment_certificates` (`posting_id`);--> statement-breakpoint
CREATE INDEX `payment_certificates_hash` ON `payment_certificates` (`document_hash`);--> statement-breakpoint
CREATE TABLE `valuation_files` (
	`id` text PRIMARY KEY NOT NULL,
	`valuation_id` text NOT NULL,
	`file_id` text NOT NULL,
	FOREIGN KEY (`valuation_id`) REFERENCES `milestone_valuations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `valuation_files_file` ON `valuation_files` (`file_id`);--> statement-breakpoint
CREATE INDEX `valuation_files_valuation` ON `valuation_files` (`valuation_id`);--> statement-breakpoint
CREATE TABLE `valuation_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`valuation_id` text NOT NULL,
	`schedule_line_id` text NOT NULL,
	`claimed_done` integer NOT NULL,
	`certified_done` integer,
	`reason` text,
	FOREIGN KEY (`valuation_id`) REFERENCES `milestone_valuations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`schedule_line_id`) REFERENCES `value_schedule_lines`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `valuation_lines_line` ON `valuation_lines` (`valuation_id`,`schedule_line_id`);--> statement-breakpoint
CREATE TABLE `value_schedule_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule_id` text NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`net_cents` integer NOT NULL,
	`basis` text NOT NULL,
	`whole` integer NOT NULL,
	`unit` text NOT NULL,
	FOREIGN KEY (`schedule_id`) REFERENCES `value_schedules`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `value_schedule_lines_position` ON `value_schedule_lines` (`schedule_id`,`position`);--> statement-breakpoint
CREATE TABLE `value_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`milestone_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`net_cents` integer NOT NULL,
	`proposed_by` text NOT NULL,
	`proposed_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`decision_reason` text,
	FOREIGN KEY (`milestone_id`) REFERENCES `contract_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `value_schedules_number` ON `value_schedules` (`milestone_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `value_schedules_proposed` ON `value_schedules` (`milestone_id`) WHERE "value_schedules"."status" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX `value_schedules_accepted` ON `value_schedules` (`milestone_id`) WHERE "value_schedules"."status" = 'accepted';--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `certified_net_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contract_milestones` ADD `certified_vat_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A schedule of values stays as it was proposed; it is accepted once its lines add up to the net sum of its milestone (VAL-1).
CREATE TRIGGER value_schedules_begin BEFORE INSERT ON value_schedules
WHEN NEW.status <> 'proposed' OR NEW.decided_at IS NOT NULL OR NEW.decided_by IS NOT NULL OR NEW.net_cents <= 0
  OR EXISTS (SELECT 1 FROM value_schedules WHERE id = NEW.id OR (milestone_id = NEW.milestone_id AND number = NEW.number))
BEGIN SELECT RAISE(ABORT, 'schedule of values: it begins as proposed'); END;
--> statement-breakpoint
CREATE TRIGGER value_schedules_kept BEFORE UPDATE ON value_schedules
WHEN NEW.id IS NOT OLD.id OR NEW.milestone_id IS NOT OLD.milestone_id OR NEW.number IS NOT OLD.number OR NEW.net_cents IS NOT OLD.net_cents
  OR NEW.proposed_by IS NOT OLD.proposed_by OR NEW.proposed_at IS NOT OLD.proposed_at
  OR (OLD.status <> 'proposed' AND (NEW.decided_by IS NOT OLD.decided_by OR NEW.decided_at IS NOT OLD.decided_at
    OR NEW.decision_reason IS NOT OLD.decision_reason))
  OR (OLD.status, NEW.status) NOT IN (VALUES ('proposed', 'accepted'), ('proposed', 'declined'), ('proposed', 'withdrawn'), ('accepted', 'replaced'))
  OR (NEW.status = 'replaced' AND EXISTS (SELECT 1 FROM milestone_valuations WHERE schedule_id = OLD.id))
  OR (NEW.status = 'accepted' AND (
    NEW.net_cents IS NOT (SELECT sum(net_cents) FROM value_schedule_lines WHERE schedule_id = OLD.id)
    OR NEW.net_cents IS NOT (SELECT net_cents FROM contract_milestones WHERE id = OLD.milestone_id)))
BEGIN SELECT RAISE(ABORT, 'schedule of values: it stays as it was proposed'); END;
--> statement-breakpoint
CREATE TRIGGER value_schedules_permanent BEFORE DELETE ON value_schedules
BEGIN SELECT RAISE(ABORT, 'schedule of values: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER value_schedule_lines_added BEFORE INSERT ON value_schedule_lines
WHEN NEW.net_cents <= 0 OR NEW.whole <= 0 OR (NEW.basis = 'percent' AND NEW.whole <> 10000)
  OR EXISTS (SELECT 1 FROM value_schedule_lines WHERE id = NEW.id OR (schedule_id = NEW.schedule_id AND position = NEW.position))
  OR NOT EXISTS (SELECT 1 FROM value_schedules WHERE id = NEW.schedule_id AND status = 'proposed'
    AND net_cents >= NEW.net_cents + (SELECT coalesce(sum(net_cents), 0) FROM value_schedule_lines WHERE schedule_id = NEW.schedule_id))
BEGIN SELECT RAISE(ABORT, 'schedule of values: it stays as it was proposed'); END;
--> statement-breakpoint
CREATE TRIGGER value_schedule_lines_changed BEFORE UPDATE ON value_schedule_lines
BEGIN SELECT RAISE(ABORT, 'schedule of values: it stays as it was proposed'); END;
--> statement-breakpoint
CREATE TRIGGER value_schedule_lines_permanent BEFORE DELETE ON value_schedule_lines
BEGIN SELECT RAISE(ABORT, 'schedule of values: it is permanent'); END;
--> statement-breakpoint
-- A valuation is of an accepted schedule, while its milestone is being worked on (VAL-2), and stays as it was claimed and answered.
CREATE TRIGGER milestone_valuations_begin BEFORE INSERT ON milestone_valuations
WHEN NEW.status <> 'claimed' OR NEW.decided_at IS NOT NULL OR NEW.decided_by IS NOT NULL OR NEW.reminded_day <> 0
  OR EXISTS (SELECT 1 FROM milestone_valuations WHERE id = NEW.id OR (milestone_id = NEW.milestone_id AND number = NEW.number))
  OR NOT EXISTS (SELECT 1 FROM value_schedules s JOIN contract_milestones m ON m.id = s.milestone_id
    WHERE s.id = NEW.schedule_id AND s.status = 'accepted' AND m.id = NEW.milestone_id AND m.status IN ('funded', 'changes_requested'))
BEGIN SELECT RAISE(ABORT, 'valuation: it begins as claimed'); END;
--> statement-breakpoint
CREATE TRIGGER milestone_valuations_kept BEFORE UPDATE ON milestone_valuations
WHEN NEW.id IS NOT OLD.id OR NEW.milestone_id IS NOT OLD.milestone_id OR NEW.schedule_id IS NOT OLD.schedule_id OR NEW.number IS NOT OLD.number
  OR NEW.note IS NOT OLD.note OR NEW.claimed_by IS NOT OLD.claimed_by OR NEW.claimed_at IS NOT OLD.claimed_at
  OR OLD.status <> 'claimed' OR NEW.reminded_day < OLD.reminded_day
  OR (NEW.status = 'claimed' AND (NEW.decided_by IS NOT NULL OR NEW.decided_at IS NOT NULL OR NEW.decision_reason IS NOT NULL))
  OR (NEW.status = 'certified') IS NOT EXISTS (SELECT 1 FROM payment_certificates WHERE valuation_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'valuation: it stays as it was claimed and answered'); END;
--> statement-breakpoint
CREATE TRIGGER milestone_valuations_permanent BEFORE DELETE ON milestone_valuations
BEGIN SELECT RAISE(ABORT, 'valuation: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_lines_added BEFORE INSERT ON valuation_lines
WHEN NEW.certified_done IS NOT NULL OR NEW.reason IS NOT NULL
  OR EXISTS (SELECT 1 FROM valuation_lines WHERE id = NEW.id OR (valuation_id = NEW.valuation_id AND schedule_line_id = NEW.schedule_line_id))
  OR NOT EXISTS (SELECT 1 FROM milestone_valuations v JOIN value_schedule_lines l ON l.schedule_id = v.schedule_id
    WHERE v.id = NEW.valuation_id AND v.status = 'claimed' AND l.id = NEW.schedule_line_id AND NEW.claimed_done BETWEEN 0 AND l.whole)
BEGIN SELECT RAISE(ABORT, 'valuation: it stays as it was claimed and answered'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_lines_changed BEFORE UPDATE ON valuation_lines
WHEN NEW.id IS NOT OLD.id OR NEW.valuation_id IS NOT OLD.valuation_id OR NEW.schedule_line_id IS NOT OLD.schedule_line_id
  OR NEW.claimed_done IS NOT OLD.claimed_done OR OLD.certified_done IS NOT NULL
  OR NEW.certified_done IS NULL OR NEW.certified_done NOT BETWEEN 0 AND OLD.claimed_done
  OR (SELECT status FROM milestone_valuations WHERE id = OLD.valuation_id) <> 'claimed'
BEGIN SELECT RAISE(ABORT, 'valuation: it stays as it was claimed and answered'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_lines_permanent BEFORE DELETE ON valuation_lines
BEGIN SELECT RAISE(ABORT, 'valuation: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_files_added BEFORE INSERT ON valuation_files
WHEN (SELECT status FROM milestone_valuations WHERE id = NEW.valuation_id) IS NOT 'claimed'
  OR EXISTS (SELECT 1 FROM valuation_files WHERE id = NEW.id OR file_id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'valuation: it stays as it was claimed and answered'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_files_changed BEFORE UPDATE ON valuation_files
BEGIN SELECT RAISE(ABORT, 'valuation: it stays as it was claimed and answered'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_files_permanent BEFORE DELETE ON valuation_files
BEGIN SELECT RAISE(ABORT, 'valuation: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER valuation_files_file_kept BEFORE UPDATE ON files
WHEN EXISTS (SELECT 1 FROM valuation_files WHERE file_id = OLD.id) AND (
  NEW.id IS NOT OLD.id OR NEW.sha256 IS NOT OLD.sha256 OR NEW.name IS NOT OLD.name OR NEW.stored_as IS NOT OLD.stored_as)
BEGIN SELECT RAISE(ABORT, 'valuation: its files are kept'); END;
--> statement-breakpoint
-- A certificate is of an open valuation, and says what its one posting moved (VAL-3).
CREATE TRIGGER payment_certificates_begin BEFORE INSERT ON payment_certificates
WHEN NEW.net_cents <= 0 OR NEW.vat_cents < 0 OR NEW.gross_cents IS NOT NEW.net_cents + NEW.vat_cents OR NEW.retained_cents < 0
  OR EXISTS (SELECT 1 FROM payment_certificates WHERE id = NEW.id OR valuation_id = NEW.valuation_id OR posting_id = NEW.posting_id)
  OR NEW.number IS NOT 1 + (SELECT count(*) FROM payment_certificates WHERE milestone_id = NEW.milestone_id)
  OR NOT EXISTS (SELECT 1 FROM milestone_valuations WHERE id = NEW.valuation_id AND milestone_id = NEW.milestone_id AND status = 'claimed')
  OR NOT EXISTS (SELECT 1 FROM ledger_postings WHERE id = NEW.posting_id AND milestone_id = NEW.milestone_id AND kind = 'release')
  OR NEW.gross_cents IS NOT (SELECT sum(e.amount_cents) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE e.posting_id = NEW.posting_id AND a.kind = 'escrow_held')
BEGIN SELECT RAISE(ABORT, 'payment certificate: it says what its posting moved'); END;
--> statement-breakpoint
CREATE TRIGGER payment_certificates_immutable BEFORE UPDATE ON payment_certificates
BEGIN SELECT RAISE(ABORT, 'payment certificate: it is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER payment_certificates_permanent BEFORE DELETE ON payment_certificates
BEGIN SELECT RAISE(ABORT, 'payment certificate: it is permanent'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_uncertified BEFORE INSERT ON contract_milestones
WHEN NEW.certified_net_cents <> 0 OR NEW.certified_vat_cents <> 0
BEGIN SELECT RAISE(ABORT, 'contract: what is certified is what certificates add up to'); END;
--> statement-breakpoint
CREATE TRIGGER contract_milestones_certified BEFORE UPDATE OF certified_net_cents, certified_vat_cents ON contract_milestones
WHEN (NEW.certified_net_cents IS NOT OLD.certified_net_cents OR NEW.certified_vat_cents IS NOT OLD.certified_vat_cents) AND (
  OLD.status NOT IN ('funded', 'changes_requested')
  OR NEW.certified_net_cents > NEW.net_cents OR NEW.certified_vat_cents > NEW.vat_cents
  OR (NEW.certified_net_cents, NEW.certified_vat_cents) IS NOT (
    SELECT coalesce(sum(net_cents), 0), coalesce(sum(vat_cents), 0) FROM payment_certificates WHERE milestone_id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'contract: what is certified is what certificates add up to'); END;
