//! The server as it is started from the command line.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::Folder;

/// A server, and the address that it printed first.
fn start(folder: &Folder, args: &[&str]) -> (Child, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("acies"));
    command.args(args).current_dir(&folder.0).env("XDG_DATA_HOME", folder.path("home"));
    command.env("HOME", folder.path("home")).env("LOCALAPPDATA", folder.path("home"));
    let mut server = command.stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut first = String::new();
    let stdout = server.stdout.as_mut().expect("it is piped");
    BufReader::new(stdout).read_line(&mut first).expect("it says where it listens");
    (server, first.trim().to_owned())
}

fn get(url: &str, path: &str) -> String {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

fn post(url: &str, path: &str, body: &str) -> String {
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// Begins a battle and gives its id.
fn begin(url: &str) -> String {
    let wanted = r#"{"ruleset": "virtus", "battle": "tapae", "dice": "app",
        "seats": {"red": "me", "blue": "me"}}"#;
    let answer = post(url, "/api/battles", wanted);
    let (_, body) = answer.split_once("\r\n\r\n").expect("it has a body");
    let created: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    created["id"].as_str().expect("it has an id").to_owned()
}

fn end(mut server: Child) {
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

fn has_file(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| {
        entry.file_name() == "battles.sqlite" || entry.path().is_dir() && has_file(&entry.path())
    })
}

#[test]
fn without_a_command_the_browser_game_is_served() {
    let folder = Folder::new();
    let (mut server, url) = start(&folder, &[]);
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    assert!(get(&url, "/api/rulesets").contains("\"virtus\""));
    assert!(has_file(&folder.path("home")), "the battles are kept under the home folder");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

#[test]
#[cfg(unix)]
fn a_server_ends_in_order_when_it_is_told_to() {
    let folder = Folder::new();
    let (mut server, url) = start(&folder, &["serve", "--port", "0", "--data", "battles"]);
    assert!(get(&url, "/api/nothing").starts_with("HTTP/1.1 404"));
    assert!(has_file(&folder.path("battles")));
    let told = Command::new("kill").arg(server.id().to_string()).status().expect("kill is there");
    assert!(told.success());
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new();
    let args = ["serve", "--port", "0", "--data", "battles"];
    let (mut server, _) = start(&folder, &args);
    let shown = folder.run(&args, "");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert_eq!(
        shown,
        "exit code 2\n--- stderr\nerror: another server already uses the folder `battles`\n\
         hint: another folder: `--data DIR`\n"
    );
}

/// The steps of the guide.
#[test]
fn a_backup_of_a_running_server_can_be_served() {
    let folder = Folder::new();
    let (server, url) = start(&folder, &["serve", "--port", "0", "--data", "battles"]);
    let id = begin(&url);
    let copied = folder.json(&["backup", "monday.sqlite", "--data", "battles", "--json"]);
    assert_eq!(copied["battles"], 1);
    let again = folder.run(&["backup", "monday.sqlite", "--data", "battles"], "");
    assert_eq!(
        again,
        "exit code 2\n--- stderr\nerror: there is a file `monday.sqlite` already\n\
         hint: name a file that is not there yet\n"
    );
    end(server);

    std::fs::create_dir(folder.path("restored")).unwrap();
    std::fs::copy(folder.path("monday.sqlite"), folder.path("restored/battles.sqlite")).unwrap();
    let (server, url) = start(&folder, &["serve", "--port", "0", "--data", "restored"]);
    let summary = get(&url, &format!("/api/battles/{id}"));
    end(server);
    assert!(summary.starts_with("HTTP/1.1 200") && summary.contains("Tapae"), "{summary}");
}

#[test]
fn a_store_that_is_not_whole_is_not_served_without_a_word() {
    let folder = Folder::new();
    let args = ["serve", "--port", "0", "--data", "battles"];
    let (server, url) = start(&folder, &args);
    begin(&url);
    end(server);
    let file = folder.path("battles/battles.sqlite");
    std::fs::write(&file, "").unwrap();
    assert_eq!(
        folder.run(&args, ""),
        "exit code 2\n--- stderr\nerror: `battles.sqlite` is empty or missing, though battles were \
         kept in the folder `battles`\nhint: put a backup in its place; to begin anew, delete the \
         other files of the folder\n"
    );
    std::fs::remove_file(folder.path("battles/battles.sqlite-wal")).unwrap();
    std::fs::write(&file, "x".repeat(10_000)).unwrap();
    let shown = folder.run(&args, "");
    assert!(shown.contains("error: `battles.sqlite` is damaged"), "{shown}");
    assert!(shown.contains("hint: put a backup in its place"), "{shown}");
}
