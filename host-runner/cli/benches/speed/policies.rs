//! Measures the cost of policies: the same small reads under increasingly complex ones.

use super::measure::Contender;
use super::table::Table;
use super::units::{ratio, time};
use super::{Bench, black_box};
use readroom::{Policy, ReadRequest, Room};

impl Bench {
    pub(super) fn policies(&self) {
        let title = "What a policy costs: 200 lines";
        if !self.wants(title) {
            return;
        }
        let room = |policy: Policy| {
            Room::builder(&self.root).policy(policy).build().expect("the root can be granted")
        };
        let long: String = (0..500).map(|number| format!("drafts-{number}/*.tmp\n")).collect();
        let list = Policy::default().list("team", &long, readroom::policy::Action::Deny);
        let rooms = [
            ("none", room(Policy::everything().without_agentignore())),
            ("everything is allowed", room(Policy::everything())),
            ("opencode's", room(Policy::opencode())),
            ("the default", room(Policy::default())),
            ("and a list of 500 patterns", room(list.expect("patterns"))),
        ];
        let mut table = Table::new(&[
            "policy",
            "typed",
            "to none",
            "four directories down",
            "to none",
            "as `pi`",
            "to none",
        ]);
        let (small, deep) =
            (ReadRequest::new("small.rs"), ReadRequest::new("one/two/three/four/small.rs"));
        let read = |request: &'_ ReadRequest| {
            let contenders = rooms.iter().map(|(_, room)| -> Contender<'_> {
                let request = request.clone();
                Box::new(move || drop(black_box(room.read(&request).expect("it can be read"))))
            });
            self.times(contenders.collect())
        };
        let called = rooms.iter().map(|(_, room)| -> Contender<'_> {
            Box::new(|| {
                drop(black_box(room.call("pi", r#"{"path":"small.rs"}"#).expect("it answers")))
            })
        });
        let columns = [read(&small), read(&deep), self.times(called.collect())];
        for (row, (name, _)) in rooms.iter().enumerate() {
            let cells =
                columns.iter().flat_map(|times| [time(times[row]), ratio(times[row], times[0])]);
            table.row(std::iter::once((*name).to_string()).chain(cells).collect());
        }
        self.print(&table, title);
    }
}
