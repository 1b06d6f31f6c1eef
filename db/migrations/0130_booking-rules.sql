CREATE TABLE `booking_rule_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`rule_id` text NOT NULL,
	`position` integer NOT NULL,
	`category` text NOT NULL,
	`own_category_id` text,
	`project_id` text,
	`vat` text NOT NULL,
	`share_bp` integer,
	FOREIGN KEY (`rule_id`) REFERENCES `booking_rules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`own_category_id`) REFERENCES `financial_own_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `booking_rule_parts_position` ON `booking_rule_parts` (`rule_id`,`position`);--> statement-breakpoint
CREATE INDEX `booking_rule_parts_project` ON `booking_rule_parts` (`project_id`) WHERE "booking_rule_parts"."project_id" is not null;--> statement-breakpoint
CREATE INDEX `booking_rule_parts_own_category` ON `booking_rule_parts` (`own_category_id`) WHERE "booking_rule_parts"."own_category_id" is not null;--> statement-breakpoint
CREATE TABLE `booking_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`mode` text NOT NULL,
	`text_contains` text,
	`counterparty_contains` text,
	`counterparty_iban` text,
	`direction` text,
	`currency` text NOT NULL,
	`min_cents` integer,
	`max_cents` integer,
	`off_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `booking_rules_company` ON `booking_rules` (`company_id`,`position`,`id`);--> statement-breakpoint
ALTER TABLE `financial_transactions` ADD `counterparty_iban` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `financial_transactions` ADD `rule_id` text REFERENCES booking_rules(id);--> statement-breakpoint
CREATE INDEX `financial_transactions_rule` ON `financial_transactions` (`rule_id`) WHERE "financial_transactions"."rule_id" is not null;--> statement-breakpoint
CREATE TRIGGER booking_rules_kept BEFORE UPDATE ON booking_rules
WHEN NEW.id IS NOT OLD.id OR NEW.company_id IS NOT OLD.company_id OR NEW.created_by IS NOT OLD.created_by OR NEW.created_at IS NOT OLD.created_at
BEGIN SELECT RAISE(ABORT, 'finance: a booking rule stays with its company'); END;
--> statement-breakpoint
CREATE TRIGGER booking_rules_permanent BEFORE DELETE ON booking_rules
BEGIN SELECT RAISE(ABORT, 'finance: a booking rule is turned off, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER booking_rule_parts_added BEFORE INSERT ON booking_rule_parts
WHEN NEW.share_bp <= 0 OR NEW.share_bp >= 10000 OR EXISTS (SELECT 1 FROM booking_rule_parts WHERE id = NEW.id OR (rule_id = NEW.rule_id AND position = NEW.position))
  OR (NEW.own_category_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM financial_own_categories o JOIN booking_rules r ON r.id = NEW.rule_id
    WHERE o.id = NEW.own_category_id AND o.company_id = r.company_id AND o.category = NEW.category))
BEGIN SELECT RAISE(ABORT, 'finance: a rule has parts of its own company'); END;
--> statement-breakpoint
CREATE TRIGGER booking_rule_parts_kept BEFORE UPDATE ON booking_rule_parts
BEGIN SELECT RAISE(ABORT, 'finance: parts of a rule are replaced, not changed'); END;
--> statement-breakpoint
CREATE TRIGGER financial_transactions_rule_begun BEFORE INSERT ON financial_transactions
WHEN NEW.rule_id IS NOT NULL AND (SELECT company_id FROM booking_rules WHERE id = NEW.rule_id) IS NOT NEW.company_id
BEGIN SELECT RAISE(ABORT, 'finance: a row has a rule of its own company'); END;
--> statement-breakpoint
CREATE TRIGGER financial_transactions_rule_kept BEFORE UPDATE OF rule_id, counterparty_iban ON financial_transactions
WHEN (NEW.rule_id IS NOT NULL AND (SELECT company_id FROM booking_rules WHERE id = NEW.rule_id) IS NOT NEW.company_id)
  OR (OLD.source <> 'manual' AND NEW.counterparty_iban IS NOT OLD.counterparty_iban)
BEGIN SELECT RAISE(ABORT, 'finance: a row has a rule of its own company, and the account that the bank stated'); END;
