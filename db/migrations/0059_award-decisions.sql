CREATE TABLE `award_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`fallback_bid_id` text,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fallback_bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_decisions_award` ON `award_decisions` (`award_id`);--> statement-breakpoint
CREATE INDEX `award_decisions_fallback` ON `award_decisions` (`fallback_bid_id`);--> statement-breakpoint
CREATE TABLE `award_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`bid_id` text NOT NULL,
	`company_id` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bid_id`) REFERENCES `bids`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `award_letters_award` ON `award_letters` (`award_id`,`bid_id`);--> statement-breakpoint
CREATE INDEX `award_letters_bid` ON `award_letters` (`bid_id`,`id`);--> statement-breakpoint
CREATE INDEX `award_letters_company` ON `award_letters` (`company_id`);--> statement-breakpoint
-- What an award was decided on, and what the bidders were told, stays as it was.
CREATE TRIGGER award_decisions_immutable BEFORE UPDATE ON award_decisions
BEGIN SELECT RAISE(ABORT, 'award: a decision is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_decisions_permanent BEFORE DELETE ON award_decisions
BEGIN SELECT RAISE(ABORT, 'award: a decision is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_decisions_not_replaced BEFORE INSERT ON award_decisions
WHEN EXISTS (SELECT 1 FROM award_decisions WHERE id = NEW.id OR award_id = NEW.award_id)
BEGIN SELECT RAISE(ABORT, 'award: a decision is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_letters_immutable BEFORE UPDATE ON award_letters
BEGIN SELECT RAISE(ABORT, 'award: a letter is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_letters_permanent BEFORE DELETE ON award_letters
BEGIN SELECT RAISE(ABORT, 'award: a letter is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER award_letters_not_replaced BEFORE INSERT ON award_letters
WHEN EXISTS (SELECT 1 FROM award_letters WHERE id = NEW.id OR (award_id = NEW.award_id AND bid_id = NEW.bid_id))
BEGIN SELECT RAISE(ABORT, 'award: a letter is immutable'); END;
