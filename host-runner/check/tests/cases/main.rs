//! Runs the data in `tests/`: conformance cases and attacks, one named test each; and tests
//! `readroom-check`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod attacks;
mod check;
mod circles;
mod cli_imports;
#[cfg(unix)]
mod component;
mod conformance;
#[cfg(unix)]
mod deep;
mod every_dialect;
mod looking;
#[cfg(target_os = "linux")]
mod races;
#[cfg(unix)]
mod readers;
mod requirements;
mod schemas;

use libtest_mimic::{Arguments, Trial};
use readroom_testing::openat2;
use std::process::ExitCode;

/// Makes trials of functions, with the names of their modules.
macro_rules! trials {
    ($($module:ident::$name:ident,)*) => {
        vec![$(Trial::test(concat!(stringify!($module), "::", stringify!($name)), || {
            $module::$name();
            Ok(())
        }),)*]
    };
}

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    races::swap_as_told();
    // These measure the whole process, and resolve paths in every mode that the system may have.
    let confined = openat2::run_in_all_ways(|way| {
        let mut trials = attacks::trials(way);
        trials.extend(looking::trials(way));
        #[cfg(target_os = "linux")]
        trials.extend(races::trials(way));
        trials
    });
    if openat2::is_started_for_another_way() {
        return confined;
    }
    let mut trials = trials![
        circles::imports_form_no_cycle,
        check::errors_of_a_reader_are_named_and_nothing_else,
        check::the_text_report_shows_where_the_answers_differ,
        check::nothing_drives_the_terminal,
        check::people_read_how_many_of_the_chosen_cases_passed,
        check::a_component_that_cannot_run_or_never_answers_fails_its_cases,
        check::a_component_that_never_ends_is_not_waited_for_in_every_case,
        check::an_invalid_case_is_named_before_anything_runs,
        check::a_case_whose_files_cannot_be_made_is_an_error_and_not_a_failure,
        check::wrong_usage_is_reported,
        cli_imports::only_the_check_runs_what_imports_more,
        cli_imports::a_component_that_sleeps_reaches_its_time_limit,
        cli_imports::output_is_logged_up_to_a_limit,
        cli_imports::there_is_no_network,
        requirements::every_requirement_has_a_case,
        requirements::every_requirement_is_listed_where_it_is_met,
        requirements::every_source_of_a_case_exists,
        requirements::every_threat_is_shown,
        requirements::fixtures_that_only_unix_supports_state_the_need,
        schemas::every_case_agrees_with_the_schema_of_its_tool,
        schemas::a_schema_has_all_that_a_model_needs,
        schemas::every_answer_of_our_own_tool_fits_its_schemas,
        schemas::errors_of_the_host_have_the_same_form,
    ];
    // It compiles our component, and calls it with the cases that the trials below call it with.
    let long = trials![check::our_own_component_passes_every_case,];
    trials.extend(long.into_iter().map(|trial| trial.with_ignored_flag(true)));
    #[cfg(unix)]
    trials.extend(trials![
        component::a_component_is_compiled_here_or_elsewhere,
        component::a_component_of_another_world_is_refused_with_a_reason,
        component::size_and_time_have_limits,
        component::a_compiler_that_misbehaves_is_an_error_and_does_not_outlive_the_call,
        component::the_program_runs_another_component,
        deep::a_path_that_no_answer_can_have_is_an_error_of_the_tool,
    ]);
    trials.extend(conformance::trials());
    trials.extend(every_dialect::trials());
    #[cfg(unix)]
    trials.extend(readers::trials());
    let rest = libtest_mimic::run(&Arguments::from_args(), trials);
    if rest.has_failed() { rest.exit_code() } else { confined }
}
