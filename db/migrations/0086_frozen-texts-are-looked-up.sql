CREATE INDEX `contract_signatures_record` ON `contract_signatures` (`record_hash`);--> statement-breakpoint
CREATE INDEX `award_decisions_digest` ON `award_decisions` (`digest`);--> statement-breakpoint
CREATE INDEX `award_letters_digest` ON `award_letters` (`digest`);--> statement-breakpoint
CREATE INDEX `award_revocations_digest` ON `award_revocations` (`digest`);--> statement-breakpoint
CREATE INDEX `award_revocations_notice` ON `award_revocations` (`notice_digest`);--> statement-breakpoint
CREATE INDEX `tender_sets_digest` ON `tender_sets` (`digest`);