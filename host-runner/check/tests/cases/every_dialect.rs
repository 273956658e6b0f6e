//! Runs every attack on every tool: whatever a model sends and a repository contains, an answer has
//! the tool's own form, contains nothing from outside, and no call hangs or traps.

use super::attacks;
use libtest_mimic::{Failed, Trial};
use readroom::{Policy, Room};
use readroom_check::Fixture;
use readroom_testing::attack::{self, Attack, Verdict};
use readroom_testing::needs;
use readroom_testing::tools::{self, KnownTool, TOOLS};
use serde_json::{Map, Value};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (group, attacks) in attack::groups() {
        for attack in attacks.attacks {
            // Attacks by other processes and numbers of calls do not depend on the tool. A call
            // that one tool ends may be answered by another.
            if attack.meanwhile.is_none() && attack.verdict != Verdict::Ended {
                let (name, left_out) = (format!("{group}/{}", attack.name), attack.is_left_out());
                trials.push(Trial::test(name, move || run(&attack)).with_ignored_flag(left_out));
            }
        }
    }
    trials
}

fn run(attack: &Attack) -> Result<(), Failed> {
    if !needs::are_met(&attack.needs) {
        return Ok(());
    }
    let fixture = Fixture::new(&attack.outside, &attack.root)?;
    let room = Room::builder(fixture.root())
        .policy(Policy::everything())
        .limits(readroom_testing::patient())
        .build()?;
    for tool in TOOLS.iter() {
        let id = tool.id;
        let arguments = match attack.call.structured() {
            Some(arguments) => {
                fixture.fill_in_all(&renamed(arguments, tool)).to_string().into_bytes()
            }
            None => attack.call.arguments(&fixture),
        };
        let arguments = readroom::internal::arguments(&arguments);
        let reply = needs::with(&attack.needs, || room.call(id, &arguments))?;
        let failed = |what: String| {
            let reply: String = reply.json.chars().take(2000).collect();
            Err(format!("{id}: {}: {what}: {reply}", attack.about).into())
        };
        let secrets = attacks::secrets(attack);
        let shown = format!("{}{:?}", reply.json, reply.content);
        if let Some(secret) = secrets.iter().find(|secret| shown.contains(**secret)) {
            return failed(format!("'{secret}' stands in the answer"));
        }
        // MyCodeAgent's answer repeats the arguments, including a number that is too large for this
        // parser.
        let value: Value = serde_json::from_str(&reply.json.replace("1e400", "1"))?;
        if let Err(what) = tool.check(&reply, &value) {
            return failed(what);
        }
        if id == tools::READROOM.id && !tools::output_schema().is_valid(&value) {
            return failed("it does not fit its schema".into());
        }
        if reply.content.is_empty() {
            return failed("a model is shown nothing".into());
        }
    }
    Ok(())
}

fn renamed(arguments: &Map<String, Value>, tool: &KnownTool) -> Value {
    let basic = tools::READROOM.arguments;
    let rename = |name: &String| match basic.iter().position(|known| known == name) {
        Some(at) => tool.arguments[at].to_string(),
        None => name.clone(),
    };
    arguments.iter().map(|(name, value)| (rename(name), value.clone())).collect()
}
